package io.gosling.gos.repository;

import io.gosling.document.Ticker;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The way of what was put with write-back to its homes. Safe for use by many threads; never blocks. */
final class Settling {
    private final LocalObjects local;
    private final Home home;
    private final Vouching vouching;
    private final Ticker ticker;
    private final RepositoryStatistics statistics;
    private final Map<Sent, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private volatile boolean ending;

    /** Bytes that are on their way to their home, which are not sent again while it may answer. */
    private record Sent(ObjectKey key, long version) {}

    Settling(LocalObjects local, Home home, Vouching vouching, Ticker ticker, RepositoryStatistics statistics) {
        this.local = local;
        this.home = home;
        this.vouching = vouching;
        this.ticker = ticker;
        this.statistics = statistics;
    }

    /** From now on nothing is to wait. Who lets something wait asks afterwards, so that of the two one settles it. */
    void end() {
        ending = true;
    }

    boolean isEnding() {
        return ending;
    }

    /** Sends what has waited so long and is not under way; ends when all homes have answered or were waited for long enough. */
    CompletableFuture<Void> settle(long ageNanos) {
        List<CompletableFuture<Void>> under = new ArrayList<>();
        for (CachedObject copy : local.due(ageNanos, ticker.nanos())) {
            under.add(send(copy));
        }
        return CompletableFuture.allOf(under.toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> send(CachedObject copy) {
        Sent sent = new Sent(copy.key(), copy.version());
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> earlier = underWay.putIfAbsent(sent, mine);
        if (earlier != null) {
            return earlier;
        }
        HomeRequest request =
                new HomeRequest.Settle(copy.version(), copy.lifeMillis(ticker.nanos()), copy.tags(), copy.bytes());
        home.ask(copy.key(), request)
                .thenAccept(answer -> settled(copy, answer))
                .whenComplete((done, failure) -> {
                    underWay.remove(sent);
                    mine.complete(null);
                });
        return mine;
    }

    private void settled(CachedObject copy, HomeAnswer answer) {
        switch (answer) {
            case HomeAnswer.Stored stored -> {
                statistics.count(Event.SETTLED);
                letGo(copy);
            }
            case HomeAnswer.Conflict conflict -> {
                statistics.count(Event.OVERTAKEN);
                letGo(copy);
            }
            default -> statistics.count(Event.UNAVAILABLE);
        }
    }

    /** Copies of what was before it are forgotten first, here too: behind what waited they were not looked at. */
    private void letGo(CachedObject copy) {
        vouching.forget(copy.key());
        local.settled(copy);
    }
}
