package io.gosling.bench.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Control groups of Linux, v1 or v2, that give every process in them the same bounded part of a CPU, so that several on few
 * CPUs are machines of equal speed. Closing removes them, when what was in them has ended; those that an earlier run left
 * are removed with the next. Used by one thread.
 */
public final class CpuGroups implements AutoCloseable {
    private static final String PREFIX = "gosling-bench-";

    /**
     * A group that has had its part stands still until the period is over. The system's usual 100 ms would be a machine
     * that freezes ten times a second, and misses every deadline of its cluster; a slow machine is never still for long.
     */
    private static final long PERIOD_MICROS = 20_000;

    /** Less than a millisecond of each period the system does not give. */
    private static final long LEAST_QUOTA_MICROS = 1_000;

    private static final String V1 = "v1";
    private static final String V2 = "v2";

    private final Path parent;
    private final String version;
    private final int percent;
    private final List<Path> groups = new ArrayList<>();

    private CpuGroups(Path parent, String version, int percent) {
        this.parent = parent;
        this.version = version;
        this.percent = percent;
    }

    /**
     * Of this machine. Where this user may make none, there are none, and everybody takes what there is.
     *
     * @param percent of one CPU for each group, 1 or more
     */
    public static CpuGroups open(int percent) {
        return open(Path.of("/sys/fs/cgroup"), percent);
    }

    static CpuGroups open(Path root, int percent) {
        Optional<Path> v1 = Stream.of("cpu", "cpu,cpuacct")
                .map(root::resolve)
                .filter(folder -> Files.isWritable(folder.resolve("cgroup.procs")))
                .findFirst();
        CpuGroups groups = new CpuGroups(v1.orElse(root), v1.isPresent() ? V1 : V2, percent);
        return groups.canBeMade() ? groups : new CpuGroups(root, "", percent);
    }

    private boolean canBeMade() {
        try {
            if (version.equals(V2)) {
                Files.writeString(parent.resolve("cgroup.subtree_control"), "+cpu", StandardOpenOption.WRITE);
            }
            sweep();
            make("probe", percent);
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            close();
        }
    }

    /** Which version they are of, for a report; nothing where there are none. */
    public Optional<String> version() {
        return version.isEmpty() ? Optional.empty() : Optional.of(version);
    }

    /** For a report: what each node has, where there are at most so many of them at a time. */
    public String shares(int most) {
        return told(parts(percent, most, Runtime.getRuntime().availableProcessors()));
    }

    /** A quota is a share only where all can have theirs at the same time. */
    static String parts(int percent, int most, int cpus) {
        String each = percent + " % of a CPU for each node";
        return (long) most * percent <= 100L * cpus
                ? each
                : "at most " + each + ", which is a bound and no share: " + most + " nodes with that would take "
                        + (long) most * percent + " %, and this machine has " + 100L * cpus + " %";
    }

    /** For a report: whether each node has its part, in these words. */
    public String told(String parts) {
        return version()
                        .map(found -> parts + ", by control groups " + found)
                        .orElse("none: no control groups can be made here, so nodes take CPU time from each other")
                + "; front-end, clients and disks share all CPUs with them, unconfined";
    }

    /** Puts a process with all its threads, and what it starts from now on, into a group of its own. */
    public void confine(String name, ProcessHandle process) throws IOException {
        confine(name, process, percent);
    }

    /** The same with another part than all others have: so many per cent of one CPU, 1 or more. */
    public void confine(String name, ProcessHandle process, int percent) throws IOException {
        if (!version.isEmpty()) {
            write(make(name, percent), "cgroup.procs", Long.toString(process.pid()));
        }
    }

    private Path make(String name, int percent) throws IOException {
        long period = Math.max(PERIOD_MICROS, Math.ceilDiv(LEAST_QUOTA_MICROS * 100, percent));
        long quota = period * percent / 100;
        Path group = parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + name);
        // One that the system would not remove when an earlier round had ended is there still.
        Files.createDirectories(group);
        groups.add(group);
        if (version.equals(V2)) {
            write(group, "cpu.max", quota + " " + period);
        } else {
            write(group, "cpu.cfs_period_us", Long.toString(period));
            write(group, "cpu.cfs_quota_us", Long.toString(quota));
        }
        return group;
    }

    /** Into a file that the system has made. */
    private static void write(Path group, String file, String text) throws IOException {
        Files.writeString(group.resolve(file), text, StandardOpenOption.WRITE);
    }

    /** What others left who are gone. Groups with processes in them cannot be removed, and stay. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
            left.forEach(group -> {
                if (!isInUse(group)) {
                    group.toFile().delete();
                }
            });
        }
    }

    /** Whether who made it still runs, and may be about to put a process into it. */
    private static boolean isInUse(Path group) {
        String[] maker =
                group.getFileName().toString().substring(PREFIX.length()).split("-", 2);
        return maker[0].matches("\\d{1,9}")
                && ProcessHandle.of(Long.parseLong(maker[0])).isPresent();
    }

    @Override
    public void close() {
        groups.forEach(group -> group.toFile().delete());
        groups.clear();
    }
}
