package io.gosling.gos.repository;

import io.gosling.document.Ticker;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Flushes write-back puts to their homes. Safe for use by many threads; never blocks. */
record WriteBackFlusher(
        RepositoryLocalStore local,
        RepositoryHomeClient home,
        CopyCoherence validity,
        Ticker ticker,
        RepositoryStatistics statistics,
        Map<Sent, CompletableFuture<Void>> underWay,
        AtomicBoolean ending) {
    record Sent(ObjectKey key, long version) {}

    WriteBackFlusher(
            RepositoryLocalStore local,
            RepositoryHomeClient home,
            CopyCoherence validity,
            Ticker ticker,
            RepositoryStatistics statistics) {
        this(local, home, validity, ticker, statistics, new ConcurrentHashMap<>(), new AtomicBoolean());
    }

    /** Ends waiting; a concurrent put checks this afterwards and flushes itself. */
    void end() {
        ending.set(true);
    }

    boolean isEnding() {
        return ending.get();
    }

    /** Flushes the objects that have waited so long; complete when all homes have answered or timed out. */
    CompletableFuture<Void> flushPuts(long ageNanos) {
        return CompletableFuture.allOf(local.unflushed().due(ageNanos, ticker.nanos()).stream()
                .map(this::send)
                .toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> send(CachedObject copy) {
        Sent sent = new Sent(copy.key(), copy.version());
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> earlier = underWay.putIfAbsent(sent, mine);
        if (earlier != null) {
            return earlier;
        }
        HomeRequest request =
                new HomeRequest.Flush(copy.version(), copy.lifeMillis(ticker.nanos()), copy.tags(), copy.bytes());
        home.ask(copy.key(), request)
                .thenAccept(answer -> flushed(copy, answer))
                .whenComplete((done, failure) -> {
                    underWay.remove(sent);
                    mine.complete(null);
                });
        return mine;
    }

    private void flushed(CachedObject copy, HomeAnswer answer) {
        switch (answer) {
            case HomeAnswer.Stored stored -> {
                statistics.count(Event.FLUSHED);
                letGo(copy);
            }
            case HomeAnswer.Conflict conflict -> {
                statistics.count(Event.OVERTAKEN);
                letGo(copy);
            }
            default -> statistics.count(Event.UNAVAILABLE);
        }
    }

    /** Drops copies of its predecessor first, which the waiting object has hidden. */
    private void letGo(CachedObject copy) {
        validity.forget(copy.key());
        local.unflushed().drop(copy.key(), copy.version());
    }
}
