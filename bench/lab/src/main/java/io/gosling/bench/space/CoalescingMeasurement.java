package io.gosling.bench.space;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures request coalescing: clients of all nodes request one object that no node has, all before its second half may
 * come; the result is the number of requests to the origin.
 */
record CoalescingMeasurement(NodeProcesses processes, CountingOrigin origin, int clients) {
    static final String NAME = "flight";
    private static final long TIMEOUT_SECONDS = 90;

    List<MeasuredFigure> run() throws InterruptedException {
        int before = origin.requests();
        CountDownLatch connected = new CountDownLatch(clients);
        CountDownLatch begun = new CountDownLatch(clients);
        String path = CountingOrigin.SLOW + System.nanoTime();
        List<Boolean> answers = ConcurrentClientRunner.run(clients, number -> {
            try (KeepAliveConnection client =
                    KeepAliveConnection.open(processes.member(number).http())) {
                connected.countDown();
                if (!connected.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    return false;
                }
                return isWhole(client, path, begun);
            }
        });
        String what = clients + " clients of one cold object on "
                + processes.members().size() + " nodes: ";
        return List.of(
                MeasuredFigure.of(NAME, what + "requests to the origin", "requests", origin.requests() - before)
                        .below(1),
                MeasuredFigure.of(
                                NAME,
                                what + "answers that were not whole",
                                "answers",
                                Collections.frequency(answers, false))
                        .below(0));
    }

    /** Returns whether exactly the origin's bytes arrive; a client that gets other bytes has begun, too. */
    private boolean isWhole(KeepAliveConnection client, String path, CountDownLatch begun) {
        try {
            KeepAliveConnection.Answer answer = client.get(path, () -> {
                begun.countDown();
                if (begun.getCount() == 0) {
                    origin.letGo();
                }
            });
            return answer.status() == 200 && Arrays.equals(origin.body(), answer.body());
        } catch (IOException e) {
            return false;
        }
    }
}
