package io.gosling.tools.process;

import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Steal time: processor time that the host of a virtual machine gave to others although this one had work for it, since
 * the machine was started ("steal" in {@code /proc/stat} of Linux). If much was stolen, a figure says as much of the
 * neighbours as of the measured program.
 *
 * @param taken in ticks
 * @param all of all processors, idle or not, in ticks
 */
record StealTime(long taken, long all) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int STEAL = 7;
    /** Behind it is time of guests, which is part of what stands before. */
    private static final int COUNTED = 8;

    /** Less than this is on every virtual machine. */
    private static final double WORTH_TELLING = 0.01;

    static StealTime now() {
        try {
            return parse(Files.readString(STAT));
        } catch (IOException e) {
            // Another system, which does not report it.
            return new StealTime(0, 0);
        }
    }

    static StealTime parse(String stat) {
        long[] ticks = Stream.of(stat.lines().findFirst().orElse("").split(" +"))
                .skip(1)
                .limit(COUNTED)
                .mapToLong(Long::parseLong)
                .toArray();
        return ticks.length < COUNTED
                ? new StealTime(0, 0)
                : new StealTime(ticks[STEAL], LongStream.of(ticks).sum());
    }

    String since(StealTime before) {
        double share = (double) (taken - before.taken) / Math.max(1, all - before.all);
        return share < WORTH_TELLING
                ? ""
                : ReportTextFormat.format(
                        "%.0f %% of the processors' time, by the host of this virtual machine, while this ran",
                        100 * share);
    }
}
