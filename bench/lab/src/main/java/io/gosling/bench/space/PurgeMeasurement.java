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
 * Measures purges at the first node, one after the other, of a URL or of a tag each. After each purge it requests an
 * object that the purge selected from another node, which must not have it.
 *
 * @param what is purged, for the table
 * @param selectors each object's, as a form of {@code POST /purge} has it
 */
record PurgeMeasurement(
        NodeProcesses processes, int objects, int purges, String name, String what, Selectors selectors) {
    static final String BY_URL = "purge";
    static final String BY_TAG = "tag";
    private static final int OK = 200;
    private static final int DIGITS = 3;
    private static final double GOAL_MILLIS = 50;

    interface Selectors {
        String of(int object);
    }

    static PurgeMeasurement byUrl(NodeProcesses processes, int objects, int purges) {
        return new PurgeMeasurement(
                processes,
                objects,
                purges,
                BY_URL,
                "one URL",
                object -> "url=http://" + KeepAliveConnection.HOST + ObjectPreloader.path(object));
    }

    /** Purges about half of the objects at most, so that memories stay full meanwhile. */
    static PurgeMeasurement byTag(NodeProcesses processes, int objects, int purges) {
        int tagged = Math.min(objects, ObjectPreloader.TAGGED);
        return new PurgeMeasurement(
                processes,
                objects,
                Math.clamp(objects / tagged / 2, 1, purges),
                BY_TAG,
                "one tag, which " + tagged + " of " + objects + " objects have,",
                object -> "tag=" + ObjectPreloader.tag(object));
    }

    List<MeasuredFigure> run() throws IOException {
        Random random = new Random(1);
        Histogram nanos = new Histogram(DIGITS);
        int uncertain = 0;
        long held = processes.held();
        try (KeepAliveConnection admin =
                KeepAliveConnection.open(processes.member(0).admin())) {
            for (int i = 0; i < purges; i++) {
                int object = random.nextInt(objects);
                long began = System.nanoTime();
                KeepAliveConnection.Answer answer = admin.post("/purge", selectors.of(object));
                nanos.recordValue(System.nanoTime() - began);
                uncertain += answer.status() == OK ? 0 : 1;
                requireGone(object, answer.status());
            }
        }
        String purge = "purge of " + what + " on " + processes.members().size() + " nodes, ";
        return List.of(
                MeasuredFigure.of(name, "objects in memory, all nodes", "objects", held),
                MeasuredFigure.of(name, purge + "median", "ms", nanos.getValueAtPercentile(50) / 1e6),
                MeasuredFigure.of(name, purge + "99 %", "ms", nanos.getValueAtPercentile(99) / 1e6)
                        .below(GOAL_MILLIS),
                MeasuredFigure.of(name, purge + "longest", "ms", nanos.getMaxValue() / 1e6),
                MeasuredFigure.of(name, "of them not certain", "of " + purges, uncertain)
                        .below(0));
    }

    private void requireGone(int object, int status) throws IOException {
        NodeProcesses.Member holder = processes.member(object);
        String path = ObjectPreloader.path(object);
        try (KeepAliveConnection client = KeepAliveConnection.open(holder.http())) {
            if (status == OK && client.get(path).isHit()) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, holder.name() + " answered from memory for " + path + " after it was purged");
            }
        }
    }
}
