package io.gosling.bench.space;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * Measures purges: one URL after the other is purged at the first node; each is requested afterwards at another one,
 * which must not have it.
 */
record PurgeMeasurement(NodeProcesses processes, int objects, int purges) {
    static final String NAME = "purge";
    private static final int OK = 200;
    private static final int DIGITS = 3;
    private static final double GOAL_MILLIS = 50;

    List<MeasuredFigure> run() throws IOException {
        Random random = new Random(1);
        Histogram nanos = new Histogram(DIGITS);
        int uncertain = 0;
        try (KeepAliveConnection admin =
                KeepAliveConnection.open(processes.member(0).admin())) {
            for (int i = 0; i < purges; i++) {
                int object = random.nextInt(objects);
                String path = ObjectPreloader.path(object);
                long began = System.nanoTime();
                KeepAliveConnection.Answer answer =
                        admin.post("/purge", "url=http://" + KeepAliveConnection.HOST + path);
                nanos.recordValue(System.nanoTime() - began);
                uncertain += answer.status() == OK ? 0 : 1;
                requireGone(path, object, answer.status());
            }
        }
        String what = "purge of one URL on " + processes.members().size() + " nodes, ";
        return List.of(
                MeasuredFigure.of(NAME, "objects in memory, all nodes", "objects", processes.held()),
                MeasuredFigure.of(NAME, what + "median", "ms", nanos.getValueAtPercentile(50) / 1e6),
                MeasuredFigure.of(NAME, what + "99 %", "ms", nanos.getValueAtPercentile(99) / 1e6)
                        .below(GOAL_MILLIS),
                MeasuredFigure.of(NAME, what + "longest", "ms", nanos.getMaxValue() / 1e6),
                MeasuredFigure.of(NAME, "of them not certain", "of " + purges, uncertain)
                        .below(0));
    }

    private void requireGone(String path, int object, int status) throws IOException {
        NodeProcesses.Member holder = processes.member(object);
        try (KeepAliveConnection client = KeepAliveConnection.open(holder.http())) {
            if (status == OK && client.get(path).isHit()) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, holder.name() + " answered from memory for " + path + " after it was purged");
            }
        }
    }
}
