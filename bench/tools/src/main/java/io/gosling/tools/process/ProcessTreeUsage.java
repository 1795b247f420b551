package io.gosling.tools.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Reads from {@code /proc} of Linux the resource use of a process with all its descendants, and that of its CPUs. */
public final class ProcessTreeUsage {
    /** Ticks of {@code /proc} in a second: 100 on every architecture that Java runs on. */
    public static final double TICKS_A_SECOND = 100;

    private ProcessTreeUsage() {}

    /** User and system time so far, in ticks, with that of children which have ended. */
    public static long cpuTicks(ProcessHandle root) throws IOException {
        return sum(root, "stat", ProcessTreeUsage::cpuTicks);
    }

    /** From the one line of {@code /proc/PID/stat}; the name in it may hold anything. */
    public static long cpuTicks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum();
    }

    /** The resident bytes. Memory that processes share is counted for each of them. */
    public static long residentBytes(ProcessHandle root) throws IOException {
        return sum(root, "status", ProcessTreeUsage::residentBytes);
    }

    public static long residentBytes(String status) {
        return status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }

    /** The busy time of CPUs so far, whichever process caused it, in ticks. */
    public static long busyTicks(List<Integer> cpus) throws IOException {
        return busyTicks(cpus, Files.readString(Path.of("/proc/stat")));
    }

    /** All but idling, waiting for disks, and what a virtual machine's host took. */
    public static long busyTicks(List<Integer> cpus, String stat) {
        long busy = 0;
        for (String line : stat.lines().toList()) {
            String[] fields = line.split(" +");
            if (fields[0].matches("cpu\\d+") && cpus.contains(Integer.parseInt(fields[0].substring(3)))) {
                for (int field = 1; field <= 7; field++) {
                    busy += field == 4 || field == 5 ? 0 : Long.parseLong(fields[field]);
                }
            }
        }
        return busy;
    }

    /** Children may end while they are looked at, and are none then; that the first one has ended is a fault. */
    private static long sum(ProcessHandle root, String file, ToLongFunction<String> figure) throws IOException {
        long sum = figure.applyAsLong(read(root, file));
        for (ProcessHandle child : root.descendants().toList()) {
            try {
                sum += figure.applyAsLong(read(child, file));
            } catch (IOException e) {
                if (child.isAlive()) {
                    throw e;
                }
            }
        }
        return sum;
    }

    private static String read(ProcessHandle process, String file) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), file));
    }
}
