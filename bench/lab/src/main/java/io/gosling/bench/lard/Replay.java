package io.gosling.bench.lard;

import io.gosling.bench.fleet.Clients;
import io.gosling.tools.fleet.Connection;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replays a trace in a closed loop: clients take its requests in turn, each the next one when its last was answered,
 * and continue where the last run ended. Each client has a connection of its own.
 */
final class Replay {
    private static final int OK = 200;

    private final Trace trace;
    private final InetSocketAddress server;
    private final int clients;
    private final AtomicLong next = new AtomicLong();

    Replay(Trace trace, InetSocketAddress server, int clients) {
        this.trace = trace;
        this.server = server;
        this.clients = clients;
    }

    /**
     * The counts of a replay.
     *
     * @param requests answered with 200
     * @param hits of them from the memory of the node that was asked, by its {@code Cache-Status}
     */
    record Tally(long requests, long hits, long failed) {
        Tally plus(Tally other) {
            return new Tally(requests + other.requests, hits + other.hits, failed + other.failed);
        }
    }

    Tally run(Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        return Clients.run(clients, number -> ask(until)).stream().reduce(new Tally(0, 0, 0), Tally::plus);
    }

    private Tally ask(long until) throws IOException {
        long requests = 0;
        long hits = 0;
        long failed = 0;
        try (Connection connection = Connection.open(server)) {
            while (System.nanoTime() - until < 0) {
                int object = trace.requests()[(int) (next.getAndIncrement() % trace.requests().length)];
                Connection.Head head = connection.get("/o/" + object);
                boolean answered = head.status() == OK;
                requests += answered ? 1 : 0;
                hits += answered && head.isHit() ? 1 : 0;
                failed += answered ? 0 : 1;
            }
        }
        return new Tally(requests, hits, failed);
    }
}
