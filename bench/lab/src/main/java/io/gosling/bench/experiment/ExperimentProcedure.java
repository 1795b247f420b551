package io.gosling.bench.experiment;

import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.command.CommandFailureException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The procedure by which cases are measured on nodes that read from emulated disks.
 *
 * @param atOnce reads of one disk at a time; others wait
 * @param percent of a CPU for each node while it is measured
 * @param warmUp with disks that take no time
 * @param measured with those that do
 */
public record ExperimentProcedure(
        Duration latency, int atOnce, int percent, Duration warmUp, Duration measured, int count) {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Measures one case. */
    public interface Trial<C, M> {
        M run(int round, C what) throws IOException, InterruptedException;

        /** The same, where a case that fails is named, and the others are of value without it. */
        default Trial<C, M> naming(Function<C, String> label) {
            return (round, what) -> {
                try {
                    return run(round, what);
                } catch (IOException | CommandFailureException e) {
                    throw new IOException(label.apply(what) + ": " + e.getMessage(), e);
                }
            };
        }
    }

    /** One round of a second on nodes with a CPU each: whether it runs. */
    public ExperimentProcedure quick() {
        return new ExperimentProcedure(latency, atOnce, 100, SECOND, SECOND, 1);
    }

    public ExperimentProcedure withDisks(Duration otherLatency, int otherAtOnce) {
        return new ExperimentProcedure(otherLatency, otherAtOnce, percent, warmUp, measured, count);
    }

    public String disks() {
        return "a disk for each node, " + latency.toMillis() + " ms a read, " + atOnce + " at a time";
    }

    /** For a report: the nodes' part of a CPU and the mechanism that enforces it, for at most so many nodes. */
    public String shares(int most) {
        return CpuQuotaGroups.open(percent).shares(most);
    }

    public long minutes(int cases, int beside) {
        return count * cases * (beside + warmUp.toSeconds() + measured.toSeconds()) / 60;
    }

    /**
     * Measures every case in every round; each round begins with the next of them. A case that fails is discarded and
     * reported, so that the results of the others are not lost.
     *
     * @param discarded called with the reason
     * @throws IOException when all have failed: the last one's reason
     */
    public <C, M> List<M> measure(List<C> cases, Trial<C, M> trial, Consumer<String> discarded)
            throws IOException, InterruptedException {
        List<C> order = new ArrayList<>(cases);
        List<M> found = new ArrayList<>();
        IOException last = null;
        for (int round = 1; round <= count; round++) {
            for (C one : order) {
                try {
                    found.add(trial.run(round, one));
                } catch (IOException e) {
                    last = e;
                    discarded.accept("discarded from round " + round + ": " + e.getMessage());
                }
            }
            Collections.rotate(order, 1);
        }
        if (found.isEmpty() && last != null) {
            throw last;
        }
        return found;
    }

    public boolean isWhole(int cases, int measurements) {
        return measurements == cases * count;
    }
}
