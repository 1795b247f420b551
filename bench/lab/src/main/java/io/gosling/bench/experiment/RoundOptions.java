package io.gosling.bench.experiment;

import io.gosling.tools.process.NumberRange;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The command-line options for the emulated disks and the rounds of an experiment. Used by one thread. */
public final class RoundOptions {
    @Option(names = "--latency", paramLabel = "MS", description = "Of a read from an emulated disk")
    @NumberRange(least = 0, most = 1000, unit = "ms")
    private int latency;

    @Option(names = "--at-once", paramLabel = "N", description = "Reads of one disk at a time")
    @NumberRange(least = 1, most = 1000)
    private int atOnce;

    @Option(
            names = "--node-cpu",
            paramLabel = "PERCENT",
            description = "Of one CPU for each node while it is measured, ${RANGE}: a share where the machine has so"
                    + " much for all of them, otherwise a bound.")
    @NumberRange(least = 1, most = 1000)
    private int percent;

    @Option(names = "--warm-up", paramLabel = "S", description = "With disks that take no time")
    @NumberRange(least = 1, most = 600)
    private int warmUp;

    @Option(names = "--seconds", paramLabel = "S")
    @NumberRange(least = 1, most = 600)
    private int seconds = 20;

    @Option(names = "--rounds", paramLabel = "N")
    @NumberRange(least = 1, most = 99)
    private int rounds = 3;

    /** With these, unless others are typed: milliseconds, reads of one disk, per cent of one CPU, and seconds. */
    public RoundOptions(int latency, int atOnce, int percent, int warmUp) {
        this.latency = latency;
        this.atOnce = atOnce;
        this.percent = percent;
        this.warmUp = warmUp;
    }

    public ExperimentProcedure rounds() {
        Duration each = Duration.ofSeconds(seconds);
        return new ExperimentProcedure(
                Duration.ofMillis(latency), atOnce, percent, Duration.ofSeconds(warmUp), each, rounds);
    }
}
