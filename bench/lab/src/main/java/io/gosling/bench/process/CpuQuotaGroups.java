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
 * Control groups of Linux, v1 or v2, that give every process in them the same bounded part of a CPU, so that several on
 * few CPUs behave as machines of equal speed. Closing removes them, when the processes in them have ended; those that
 * an earlier run left are removed with the next. Used by one thread.
 */
public final class CpuQuotaGroups implements AutoCloseable {
    private static final String PREFIX = "gosling-bench-";

    /**
     * The period of the quota. A group that has used its quota is stopped until the period is over. The system's usual
     * 100 ms would be a machine that freezes ten times a second, and misses every deadline of its cluster; a slow
     * machine is never stopped for long. Nor would its processors take turns: the system hands out 5 ms at a time, so
     * with longer periods one CPU takes all of a group's quota, and its threads on another wait for the next period at
     * every step from one to the other. Below 20 % of a CPU the period has to be longer all the same.
     */
    private static final long PERIOD_MICROS = 5_000;

    /** Less than a millisecond of each period the system does not give. */
    static final long LEAST_QUOTA_MICROS = 1_000;

    /**
     * The slice that the system hands out at a time. A server that gets a millisecond at a time spends most of it on
     * coming back: with 5 % of a CPU it answers less than half of what it does with as much in slices of this length.
     */
    private static final long WHOLE_QUOTA_MICROS = 5_000;

    private static final String V1 = "v1";
    private static final String V2 = "v2";

    private final Path parent;
    private final String version;
    private final int percent;
    private final long leastQuotaMicros;
    private final List<Path> groups = new ArrayList<>();

    private CpuQuotaGroups(Path parent, String version, int percent, long leastQuotaMicros) {
        this.parent = parent;
        this.version = version;
        this.percent = percent;
        this.leastQuotaMicros = leastQuotaMicros;
    }

    /** Limits nothing if this user may not create groups; the part is of one CPU for each group, 1 or more. */
    public static CpuQuotaGroups open(int percent) {
        return open(Path.of("/sys/fs/cgroup"), percent, LEAST_QUOTA_MICROS);
    }

    /**
     * As {@link #open}, for processes that may be stopped for longer, since no other process gives up on them within a
     * fifth of a second: they get their quota in one piece, so that half of the quota is half of the work.
     */
    public static CpuQuotaGroups inOnePiece(int percent) {
        return open(Path.of("/sys/fs/cgroup"), percent, WHOLE_QUOTA_MICROS);
    }

    static CpuQuotaGroups open(Path root, int percent, long leastQuotaMicros) {
        Optional<Path> v1 = Stream.of("cpu", "cpu,cpuacct")
                .map(root::resolve)
                .filter(folder -> Files.isWritable(folder.resolve("cgroup.procs")))
                .findFirst();
        CpuQuotaGroups groups =
                new CpuQuotaGroups(v1.orElse(root), v1.isPresent() ? V1 : V2, percent, leastQuotaMicros);
        return groups.canBeMade() ? groups : new CpuQuotaGroups(root, "", percent, leastQuotaMicros);
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

    /** The version of control groups, for a report; empty if there are none. */
    public Optional<String> version() {
        return version.isEmpty() ? Optional.empty() : Optional.of(version);
    }

    /** For a report: the quota of each node, for at most so many of them at a time. */
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

    /** For a report: who has such a part, and who has all. */
    public String each(String confined, String unconfined) {
        return version()
                .map(found -> percent + " % of a CPU for " + confined + ", by control groups " + found + "; "
                        + unconfined + " unconfined")
                .orElse("none: no control groups can be made here");
    }

    /** Moves a process with all its threads, and its future children, into a group, which it shares by its name. */
    public void confine(String name, ProcessHandle process) throws IOException {
        confine(name, process, percent);
    }

    /** The same with another part than all others have: so many per cent of one CPU, 1 or more. */
    public void confine(String name, ProcessHandle process, int percent) throws IOException {
        if (!version.isEmpty()) {
            write(make(name, percent), "cgroup.procs", Long.toString(process.pid()));
        }
    }

    private Path folder(String name) {
        return parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + name);
    }

    private Path make(String name, int percent) throws IOException {
        long period = Math.max(PERIOD_MICROS, Math.ceilDiv(leastQuotaMicros * 100, percent));
        long quota = period * percent / 100;
        Path group = folder(name);
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

    private static void write(Path group, String file, String text) throws IOException {
        Files.writeString(group.resolve(file), text, StandardOpenOption.WRITE);
    }

    /** Groups with processes in them cannot be removed, and stay. */
    private void sweep() throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
            left.forEach(group -> {
                if (!isInUse(group)) {
                    group.toFile().delete();
                }
            });
        }
    }

    /** Returns whether the process that made it still runs, and may be about to put a process into it. */
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
