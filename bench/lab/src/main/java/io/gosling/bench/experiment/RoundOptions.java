package io.gosling.bench.experiment;

import java.time.Duration;
import picocli.CommandLine.Option;

/** The command-line options for the emulated disks and the rounds of an experiment. Used by one thread. */
public final class RoundOptions {
    @Option(
            names = "--latency",
            paramLabel = "MS",
            description = "Of a read from an emulated disk, 0 to 1000 ms. Default: ${DEFAULT-VALUE}.")
    private int latency;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "Reads of one disk at a time, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int atOnce;

    @Option(
            names = "--node-cpu",
            paramLabel = "PERCENT",
            description = "Of one CPU for each node while it is measured, 1 to 1000: a share where the machine has"
                    + " so much for all of them, otherwise a bound. Default: ${DEFAULT-VALUE}.")
    private int percent;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "With disks that take no time, 1 to 600. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(names = "--seconds", paramLabel = "S", description = "1 to 600. Default: ${DEFAULT-VALUE}.")
    private int seconds = 20;

    @Option(names = "--rounds", paramLabel = "N", description = "1 to 99. Default: ${DEFAULT-VALUE}.")
    private int rounds = 3;

    /** With these, unless others are typed: milliseconds, reads of one disk, per cent of one CPU, and seconds. */
    public RoundOptions(int latency, int atOnce, int percent, int warmUp) {
        this.latency = latency;
        this.atOnce = atOnce;
        this.percent = percent;
        this.warmUp = warmUp;
    }

    public Rounds rounds() {
        Duration each = Duration.ofSeconds(seconds);
        return new Rounds(Duration.ofMillis(latency), atOnce, percent, Duration.ofSeconds(warmUp), each, rounds);
    }
}
