package io.gosling.bench.gos;

import io.gosling.bench.fleet.Clients;
import io.gosling.tools.fleet.Connection;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The result of clients that compare every byte with the disks' contents.
 *
 * @param requests that were answered, rightly or not
 * @param wrong answers: another status than 200, or other bytes
 */
record Checked(long requests, long wrong, double seconds) {
    private static final int OK = 200;

    /** So many clients of each server, in a closed loop for so long, on the trace from a place that moves on. */
    static Checked ask(
            List<InetSocketAddress> servers,
            int clients,
            EmulatedDiskStore disks,
            Trace trace,
            AtomicLong next,
            Duration time)
            throws InterruptedException {
        long began = System.nanoTime();
        long until = began + time.toNanos();
        List<long[]> found = Clients.run(
                servers.size() * clients,
                number -> ask(servers.get(number % servers.size()), disks, trace, next, until));
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Checked(
                found.stream().mapToLong(one -> one[0]).sum(),
                found.stream().mapToLong(one -> one[1]).sum(),
                seconds);
    }

    private static long[] ask(
            InetSocketAddress server, EmulatedDiskStore disks, Trace trace, AtomicLong next, long until)
            throws IOException {
        long requests = 0;
        long wrong = 0;
        try (Connection connection = Connection.open(server)) {
            while (System.nanoTime() - until < 0) {
                int object = trace.requests()[(int) (next.getAndIncrement() % trace.requests().length)];
                connection.send(new String(disks.target(object), StandardCharsets.US_ASCII));
                Connection.Head head = connection.head();
                byte[] body = connection.read(head.length());
                requests++;
                wrong += head.status() == OK && disks.isRight(object, body) ? 0 : 1;
            }
        }
        return new long[] {requests, wrong};
    }

    double throughput() {
        return requests / seconds;
    }
}
