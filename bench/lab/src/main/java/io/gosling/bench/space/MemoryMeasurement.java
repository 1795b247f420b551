package io.gosling.bench.space;

import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessTreeUsage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures what objects take of the nodes' heaps and of their resident memory while they are loaded, and what a
 * directory entry takes of its owner's heap, in a table of as many entries in this process.
 */
record MemoryMeasurement(NodeProcesses processes, int objects, int body) {
    static final String NAME = "memory";

    private static final double GOAL_BYTES_OF_ENTRY = 200;
    private static final Pattern TOTAL = Pattern.compile("^Total\\s+\\d+\\s+(\\d+)", Pattern.MULTILINE);

    /** The sums over all nodes. */
    private record Used(long heap, long resident, long nanos) {}

    @FunctionalInterface
    interface Load {
        void run() throws IOException, InterruptedException;
    }

    List<MeasuredFigure> during(Load load) throws IOException, InterruptedException {
        Used before = used();
        load.run();
        long loaded = System.nanoTime();
        Used after = used();
        long held = Math.max(1, processes.held());
        return List.of(
                MeasuredFigure.of(
                        NAME,
                        objects + " objects fetched",
                        "s",
                        (loaded - before.nanos) / (double) TimeUnit.SECONDS.toNanos(1)),
                MeasuredFigure.of(NAME, "of them in memory", "objects", held),
                MeasuredFigure.of(
                        NAME,
                        "heap for a held object and its entries",
                        "bytes",
                        (after.heap - before.heap) / (double) held),
                MeasuredFigure.of(
                        NAME,
                        "resident memory for it, without its body of " + body + " bytes",
                        "bytes",
                        (after.resident - before.resident) / (double) held - body),
                MeasuredFigure.of(NAME, "heap for a directory entry at its owner", "bytes", bytesOfEntry())
                        .below(GOAL_BYTES_OF_ENTRY));
    }

    private Used used() throws IOException, InterruptedException {
        long heap = 0;
        long resident = 0;
        for (NodeProcesses.Member member : processes.members()) {
            ProcessHandle process = member.process().toHandle();
            heap += liveBytes(process);
            resident += ProcessTreeUsage.residentBytes(process);
        }
        return new Used(heap, resident, System.nanoTime());
    }

    /** The bytes of the reachable objects of a JVM, which collects its garbage first. */
    private static long liveBytes(ProcessHandle java) throws IOException, InterruptedException {
        Path jcmd = OwnJavaCommands.program("jcmd");
        Process counting = new ProcessBuilder(jcmd.toString(), Long.toString(java.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(counting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(histogram);
        if (counting.waitFor() != 0 || !total.find()) {
            throw new IOException(jcmd + " counted no classes of process " + java.pid() + ": " + histogram);
        }
        return Long.parseLong(total.group(1));
    }

    /** With the paths of the loaded objects as keys, and a holder each. */
    private double bytesOfEntry() {
        long before = liveBytes();
        OwnedEntries entries = new OwnedEntries(2 * objects);
        Ageing ageing = new Ageing(0, 0.5, Double.MAX_VALUE);
        for (int object = 0; object < objects; object++) {
            entries.locate(
                    object % processes.members().size() + 1,
                    new LocalCountReport(ObjectPreloader.path(object), 1, 0, 1, 0, 0, LocalCountReport.Holding.HELD),
                    ageing);
        }
        return (liveBytes() - before) / (double) entries.size();
    }

    private static long liveBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
