package io.gosling.bench.space;

import io.gosling.bench.fleet.Clients;
import io.gosling.tools.fleet.Connection;
import io.gosling.tools.fleet.Fleet;
import io.gosling.tools.process.ProcessTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Measures the cost of the threads that transfer counts, while clients request objects from every node's memory, always
 * another one, as fast as they can. The cost without clients is measured first.
 */
record CountersCourse(Fleet fleet, int objects, int seconds) {
    static final String NAME = "counters";
    private static final int CLIENTS_A_NODE = 4;
    private static final double GOAL_PERCENT = 1;

    /** The counts of one client. */
    private record Found(long requests, long hits) {
        Found plus(Found other) {
            return new Found(requests + other.requests, hits + other.hits);
        }
    }

    List<Line> run() throws IOException, InterruptedException {
        ThreadTimes start = times();
        TimeUnit.SECONDS.sleep(seconds);
        ThreadTimes idle = times().since(start);
        long began = System.nanoTime();
        ThreadTimes before = times();
        int nodes = fleet.members().size();
        Found found = Clients.run(nodes * CLIENTS_A_NODE, number -> ask(number, began)).stream()
                .reduce(new Found(0, 0), Found::plus);
        ThreadTimes loaded = times().since(before);
        double took = (System.nanoTime() - began) / 1e9;
        double more = loaded.grid() - idle.grid() * took / seconds;
        double idlePercent = 100 * idle.grid() / ProcessTree.TICKS_A_SECOND / seconds / nodes;
        double percent = 100.0 * loaded.grid() / loaded.all();
        double morePercent = 100 * Math.max(0, more) / loaded.all();
        String ofTime = "% of the nodes' CPU time";
        return List.of(
                Line.of(NAME, "requests of the load, each for another object", "a second", found.requests() / took),
                Line.of(NAME, "of them from the node's memory", "%", 100.0 * found.hits() / found.requests()),
                Line.of(NAME, "threads of counts and of Hazelcast, nobody asks", "% of a CPU a node", idlePercent),
                Line.of(NAME, "the same threads under load", ofTime, percent),
                Line.of(NAME, "by how much the load made them busier", ofTime, morePercent)
                        .below(GOAL_PERCENT));
    }

    private ThreadTimes times() throws IOException {
        ThreadTimes sum = new ThreadTimes(0, 0);
        for (Fleet.Member member : fleet.members()) {
            sum = sum.plus(ThreadTimes.of(member.process()));
        }
        return sum;
    }

    private Found ask(int number, long began) throws IOException {
        Random random = new Random(number);
        int nodes = fleet.members().size();
        long until = began + TimeUnit.SECONDS.toNanos(seconds);
        long requests = 0;
        long hits = 0;
        try (Connection client = Connection.open(fleet.member(number).http())) {
            while (System.nanoTime() < until) {
                int object = random.nextInt(Math.max(1, objects / nodes)) * nodes + number % nodes;
                hits += client.get(Stock.path(object)).isHit() ? 1 : 0;
                requests++;
            }
        }
        return new Found(requests, hits);
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

        static ThreadTimes of(Process process) throws IOException {
            long grid = 0;
            Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
                for (Path thread : threads) {
                    grid += ticks(thread);
                }
            }
            return new ThreadTimes(ProcessTree.cpuTicks(process.toHandle()), grid);
        }

        private static long ticks(Path thread) throws IOException {
            try {
                String name = Files.readString(thread.resolve("comm"));
                return name.startsWith(HAZELCAST) || name.startsWith(REPORTER)
                        ? ProcessTree.cpuTicks(Files.readString(thread.resolve("stat")))
                        : 0;
            } catch (NoSuchFileException e) {
                return 0;
            }
        }

        ThreadTimes plus(ThreadTimes other) {
            return new ThreadTimes(all + other.all, grid + other.grid);
        }

        ThreadTimes since(ThreadTimes earlier) {
            return new ThreadTimes(all - earlier.all, grid - earlier.grid);
        }
    }
}
