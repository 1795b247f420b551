package io.gosling.tools.calibrate;

import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.load.LoadResult;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.load.LoadSettings;
import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.load.TargetServer;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The costs of a request to a node, in microseconds: processor time of all its threads, and the time until the response
 * when the node is otherwise idle.
 *
 * @param request processor time over a kept connection, without the body
 * @param connection processor time of a connection, beside its request
 * @param unit processor time for 512 bytes of a body
 * @param miss processor time of reading a file of 8 KiB and keeping it, beside its request
 * @param hitDelay time of an answer from memory, median
 * @param missDelay time of one with a file, median
 */
public record NodeCosts(
        double request, double connection, double unit, double miss, double hitDelay, double missDelay) {
    /**
     * Rounds at most until requests become no cheaper. In a short first round the node mostly compiles, which can cost
     * up to a second of processor time for each request.
     */
    private static final int ROUNDS = 8;

    private static final int UNIT = 512;
    private static final int LARGE = 128 * UNIT;
    private static final int FILE = 8 << 10;
    private static final int CLIENTS = 16;
    private static final double SETTLED = 0.95;
    private static final int MOST_TRIES = 20;

    /** In steps of how much {@link #miss} is measured with so many files: processor time is counted in ticks. */
    static double missStep(int files) {
        return 1e6 / ProcessTreeUsage.TICKS_A_SECOND / Math.max(1, files - 2 * (files / 3));
    }

    /**
     * Starts a node and measures it.
     *
     * @param each time of a round of a figure
     * @param files files of which {@link #miss} reads a third in each round
     */
    public static NodeCosts measure(ProcessWorkspace place, Duration each, int files)
            throws IOException, InterruptedException {
        Path site = place.directory("calibrate");
        Files.write(site.resolve("small"), new byte[UNIT]);
        Files.write(site.resolve("large"), new byte[LARGE]);
        for (int i = 0; i < files; i++) {
            Files.write(site.resolve("f" + i), new byte[FILE]);
        }
        NodeProcesses.Shape shape = new NodeProcesses.Shape("256m", "64m", List.of());
        try (NodeProcesses processes = NodeProcesses.start(place, shape, site.toString(), 1)) {
            return measure(new Course(processes.member(0), each), files);
        }
    }

    private static NodeCosts measure(Course course, int files) throws IOException, InterruptedException {
        double small = course.settled("/small", true);
        double large = course.settled("/large", true);
        double apart = course.settled("/small", false);
        double hit = course.run("/small", true, 1).result().loadCounts().delayMillis(50);
        // A third of the files to compile what reads them, one for the delay, one for the time.
        int third = files / 3;
        course.files(0, third, CLIENTS);
        double missDelay = course.files(third, third, 1).result().loadCounts().delayMillis(50);
        double missed = course.files(2 * third, files - 2 * third, CLIENTS).micros();
        double unit = Math.max(0, (large - small) / (LARGE / UNIT - 1));
        double request = Math.max(0.1, small - unit);
        return new NodeCosts(
                request,
                Math.max(0, apart - small),
                unit,
                Math.max(0, missed - request - unit * FILE / UNIT),
                1000 * hit,
                1000 * missDelay);
    }

    /** The result of putting load on a node, with the processor time that a request took. */
    private record Found(LoadResult result, double micros) {}

    /** Puts load on one node. */
    private record Course(NodeProcesses.Member node, Duration each) {
        Found run(String path, boolean keep, int clients) throws IOException, InterruptedException {
            byte[] target = path.getBytes(StandardCharsets.US_ASCII);
            return run(number -> target, keep, clients, each, Long.MAX_VALUE);
        }

        /** Processor time of a request when it falls no more, as it does while the node compiles what it uses. */
        double settled(String path, boolean keep) throws IOException, InterruptedException {
            double least = run(path, keep, CLIENTS).micros();
            for (int round = 1; round < ROUNDS; round++) {
                double next = run(path, keep, CLIENTS).micros();
                boolean falls = next < SETTLED * least;
                least = Math.min(least, next);
                if (!falls) {
                    break;
                }
            }
            return least;
        }

        Found files(int from, int count, int clients) throws IOException, InterruptedException {
            RequestSequence work = number -> ("/f" + (from + number)).getBytes(StandardCharsets.US_ASCII);
            return run(work, true, clients, Duration.ofMinutes(1), count);
        }

        private Found run(RequestSequence work, boolean keep, int clients, Duration time, long requests)
                throws IOException, InterruptedException {
            LoadSettings settings =
                    LoadSettings.closed(List.of(TargetServer.near(node.http())), clients, time, requests);
            LoadResult result;
            long before;
            int tries = 0;
            do {
                before = ProcessTreeUsage.cpuTicks(node.process().toHandle());
                result = new LoadRun(keep ? settings : settings.apart(), work).run(now -> {});
                // A short run on a busy machine may be over before it has begun.
            } while (result.loadCounts().requests() == 0 && ++tries < MOST_TRIES);
            long ticks = ProcessTreeUsage.cpuTicks(node.process().toHandle()) - before;
            long answered = result.loadCounts().ofClass(2);
            if (answered == 0) {
                throw new IOException(
                        "the node answered nothing: " + result.loadCounts().errors());
            }
            return new Found(result, ticks * 1e6 / ProcessTreeUsage.TICKS_A_SECOND / answered);
        }
    }
}
