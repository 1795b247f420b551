package io.gosling.bench.space;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessTreeUsage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the cost of the threads that transfer counts, while clients request objects from every node's memory, always
 * another one, as fast as they can. The cost without clients is measured first.
 */
record HitCountTransferMeasurement(NodeProcesses processes, int objects, int seconds) {
    static final String NAME = "counters";
    private static final int CLIENTS_A_NODE = 4;
    private static final double GOAL_PERCENT = 1;

    List<MeasuredFigure> run() throws IOException, InterruptedException {
        ThreadTimes start = ThreadTimes.of(processes);
        TimeUnit.SECONDS.sleep(seconds);
        ThreadTimes idle = ThreadTimes.of(processes).since(start);
        LongAdder requests = new LongAdder();
        LongAdder hits = new LongAdder();
        long began = System.nanoTime();
        ThreadTimes before = ThreadTimes.of(processes);
        int nodes = processes.members().size();
        ConcurrentClientRunner.run(nodes * CLIENTS_A_NODE, number -> ask(number, began, requests, hits));
        ThreadTimes loaded = ThreadTimes.of(processes).since(before);
        double took = (System.nanoTime() - began) / 1e9;
        double more = loaded.grid() - idle.grid() * took / seconds;
        double idlePercent = 100 * idle.grid() / ProcessTreeUsage.TICKS_A_SECOND / seconds / nodes;
        double percent = 100.0 * loaded.grid() / loaded.all();
        double morePercent = 100 * Math.max(0, more) / loaded.all();
        String ofTime = "% of the nodes' CPU time";
        return List.of(
                MeasuredFigure.of(
                        NAME, "requests of the load, each for another object", "a second", requests.sum() / took),
                MeasuredFigure.of(NAME, "of them from the node's memory", "%", 100.0 * hits.sum() / requests.sum()),
                MeasuredFigure.of(
                        NAME, "threads of counts and of Hazelcast, nobody asks", "% of a CPU a node", idlePercent),
                MeasuredFigure.of(NAME, "the same threads under load", ofTime, percent),
                MeasuredFigure.of(NAME, "by how much the load made them busier", ofTime, morePercent)
                        .below(GOAL_PERCENT));
    }

    private int ask(int number, long began, LongAdder requests, LongAdder hits) throws IOException {
        Random random = new Random(number);
        int nodes = processes.members().size();
        long until = began + TimeUnit.SECONDS.toNanos(seconds);
        try (KeepAliveConnection client =
                KeepAliveConnection.open(processes.member(number).http())) {
            while (System.nanoTime() < until) {
                int object = random.nextInt(Math.max(1, objects / nodes)) * nodes + number % nodes;
                hits.add(client.get(ObjectPreloader.path(object)).isHit() ? 1 : 0);
                requests.increment();
            }
        }
        return number;
    }

    /**
     * CPU time of a JVM so far, in ticks of {@code /proc}.
     *
     * @param grid of the threads that move counts and directory entries between nodes, and all others of Hazelcast
     */
    private record ThreadTimes(long all, long grid) {
        /** The kernel keeps the first fifteen letters. */
        private static final String REPORTER = "gosling-reporte";

        private static final String HAZELCAST = "hz.";

        static ThreadTimes of(NodeProcesses processes) throws IOException {
            long all = 0;
            long grid = 0;
            for (NodeProcesses.Member member : processes.members()) {
                all += ProcessTreeUsage.cpuTicks(member.process().toHandle());
                Path tasks = Path.of("/proc", Long.toString(member.process().pid()), "task");
                try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
                    for (Path thread : threads) {
                        grid += ticks(thread);
                    }
                }
            }
            return new ThreadTimes(all, grid);
        }

        private static long ticks(Path thread) throws IOException {
            try {
                String name = Files.readString(thread.resolve("comm"));
                return name.startsWith(HAZELCAST) || name.startsWith(REPORTER)
                        ? ProcessTreeUsage.cpuTicks(Files.readString(thread.resolve("stat")))
                        : 0;
            } catch (NoSuchFileException e) {
                return 0;
            }
        }

        ThreadTimes since(ThreadTimes earlier) {
            return new ThreadTimes(all - earlier.all, grid - earlier.grid);
        }
    }
}
