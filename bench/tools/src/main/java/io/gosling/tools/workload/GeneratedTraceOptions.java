package io.gosling.tools.workload;

import io.gosling.tools.process.NumberRange;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The command-line options for a generated trace, for every verb that takes one. */
public final class GeneratedTraceOptions {
    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "A generated trace, after the figures of a paper: rice, ibm (Pai et al. 1998), hoc (Aldinucci and"
                            + " Torquati 2004), sequoia, mapug, lod, specweb (Li and Moon 2001, by visits); or zipf.")
    private String preset = "";

    @Option(names = "--alpha", paramLabel = "X", description = "Zipf's exponent of zipf, ${RANGE}. Default: 0.9.")
    @NumberRange(least = 0, most = 5)
    private @Nullable Double alpha;

    @Option(names = "--objects", paramLabel = "N", description = "Of zipf, ${RANGE}. Default: 100000.")
    @NumberRange(least = 1, most = 10_000_000)
    private @Nullable Integer objects;

    @Option(
            names = "--change",
            paramLabel = "N",
            description = "Favourites drift: after every N requests of a generated trace one object becomes another. 0:"
                    + " never. Default: 0.")
    private int change;

    @Option(
            names = "--once",
            paramLabel = "SHARE",
            description = "This share of its requests is for what is asked for once, 0 to 1. Default: 0.")
    private double once;

    @Option(
            names = "--locality",
            paramLabel = "SHARE[:N]",
            description = "This share is for one of the last N objects (1000), the latest the most. Default: none.")
    private String locality = "";

    @Option(
            names = "--crowd",
            paramLabel = "SHARE@FROM-UNTIL",
            split = ",",
            description =
                    "A flash crowd: this share is for one new object between two places of the trace, each a part of 1,"
                            + " such as 0.6@0.4-0.5. May be there several times.")
    private List<String> crowds = new ArrayList<>();

    public boolean isWanted() {
        return !preset.isEmpty();
    }

    /** @throws IllegalArgumentException when options of a preset are there without one */
    public void check() {
        boolean more = alpha != null
                || objects != null
                || change != 0
                || once != 0
                || !locality.isEmpty()
                || !crowds.isEmpty();
        if (!isWanted() && more) {
            throw new IllegalArgumentException(
                    "--alpha, --objects, --change, --once, --locality or --crowd is there without"
                            + " --preset; expected it, since they are for traces that are made");
        }
    }

    /** @param reading says of which sizes, and which share of the objects counts */
    public Trace trace(TraceInputOptions reading, int requests, long seed) throws IOException {
        double share = reading.share();
        boolean zipf = preset.equals(SyntheticTracePresets.ZIPF);
        if (!zipf && (alpha != null || objects != null)) {
            throw new IllegalArgumentException("--alpha or --objects is there with --preset " + preset
                    + "; expected them with --preset zipf alone: the others have their own");
        }
        List<FlashCrowdSpecification> parsed =
                crowds.stream().map(FlashCrowdSpecification::parse).toList();
        TraceCorrelations habits = new TraceCorrelations(once, 0, 1, change, parsed).withLocality(locality);
        SyntheticTracePresets made = new SyntheticTracePresets(
                alpha == null ? SyntheticTracePresets.ALPHA : alpha,
                objects == null ? SyntheticTracePresets.OBJECTS : objects,
                habits);
        return reading.sized(made.named(preset, requests, seed)).sample(share);
    }
}
