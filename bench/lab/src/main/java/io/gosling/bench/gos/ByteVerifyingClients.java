package io.gosling.bench.gos;

import io.gosling.bench.cluster.BackingStore;
import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that compare every byte with the disks' contents.
 *
 * @param next the place in the trace, which moves on
 */
record ByteVerifyingClients(Trace trace, AtomicLong next) {
    private static final int OK = 200;

    /**
     * Their result.
     *
     * @param requests that were answered, rightly or not
     * @param wrong answers: another status than 200, or other bytes
     */
    record Checked(long requests, long wrong, double seconds) {
        double throughput() {
            return requests / seconds;
        }
    }

    /** So many clients of each server, in a closed loop for so long. */
    Checked ask(List<InetSocketAddress> servers, int clients, BackingStore disks, Duration time)
            throws InterruptedException {
        long began = System.nanoTime();
        long until = began + time.toNanos();
        LongAdder requests = new LongAdder();
        LongAdder wrong = new LongAdder();
        ConcurrentClientRunner.run(servers.size() * clients, number -> {
            try (KeepAliveConnection connection = KeepAliveConnection.open(servers.get(number % servers.size()))) {
                while (System.nanoTime() - until < 0) {
                    int object = trace.requests()[(int) (next.getAndIncrement() % trace.requests().length)];
                    requests.increment();
                    wrong.add(isRight(connection, disks, object) ? 0 : 1);
                }
            }
            return number;
        });
        return new Checked(requests.sum(), wrong.sum(), (System.nanoTime() - began) / 1e9);
    }

    private boolean isRight(KeepAliveConnection connection, BackingStore disks, int object) throws IOException {
        String target = disks.targets().apply(object);
        KeepAliveConnection.Answer answer = connection.get(target);
        String path = target.substring(0, target.indexOf('?'));
        return answer.status() == OK
                && answer.body().length == trace.sizes()[object]
                && disks.disks().isRight(path, answer.body());
    }
}
