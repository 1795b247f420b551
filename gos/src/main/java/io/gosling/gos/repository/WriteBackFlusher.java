package io.gosling.gos.repository;

import io.gosling.document.Ticker;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Flushes write-back puts to their homes. Safe for use by many threads; never blocks. */
final class WriteBackFlusher {
    private final RepositoryLocalStore local;
    private final RepositoryHomeClient home;
    private final CopyCoherence validity;
    private final Ticker ticker;
    private final RepositoryStatistics statistics;
    private final Map<Sent, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private volatile boolean ending;

    private record Sent(ObjectKey key, long version) {}

    WriteBackFlusher(
            RepositoryLocalStore local,
            RepositoryHomeClient home,
            CopyCoherence validity,
            Ticker ticker,
            RepositoryStatistics statistics) {
        this.local = local;
        this.home = home;
        this.validity = validity;
        this.ticker = ticker;
        this.statistics = statistics;
    }

    /** Ends waiting; a concurrent put checks this afterwards and flushes itself. */
    void end() {
        ending = true;
    }

    boolean isEnding() {
        return ending;
    }

    /** Flushes the objects that have waited so long; complete when all homes have answered or timed out. */
    CompletableFuture<Void> flushPuts(long ageNanos) {
        return CompletableFuture.allOf(local.unflushed.due(ageNanos, ticker.nanos()).stream()
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
        local.unflushed.drop(copy.key(), copy.version());
    }
}
