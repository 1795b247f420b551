package io.gosling.bench.space;

import io.gosling.tools.process.ProcessTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * CPU time of a JVM so far, in ticks of {@code /proc}.
 *
 * @param grid of the threads that move counts and directory entries between nodes, and all others of Hazelcast
 */
record ThreadTimes(long all, long grid) {
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
