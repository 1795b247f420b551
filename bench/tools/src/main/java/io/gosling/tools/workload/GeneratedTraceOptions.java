package io.gosling.tools.workload;

import io.gosling.tools.process.NumberRange;
import io.gosling.tools.trace.Trace;
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

    public boolean isWanted() {
        return !preset.isEmpty();
    }

    /** @throws IllegalArgumentException when options of a preset are there without one */
    public void check() {
        if (!isWanted() && (alpha != null || objects != null)) {
            throw new IllegalArgumentException("--alpha or --objects is there without --preset; expected it, since they"
                    + " are for traces that are made");
        }
    }

    /** @param reading says of which sizes, and which share of the objects counts */
    public Trace trace(TraceInputOptions reading, int requests, long seed) {
        double share = reading.share();
        boolean zipf = preset.equals(SyntheticTracePresets.ZIPF);
        if (!zipf && (alpha != null || objects != null)) {
            throw new IllegalArgumentException("--alpha or --objects is there with --preset " + preset
                    + "; expected them with --preset zipf alone: the others have their own");
        }
        SyntheticTracePresets made = new SyntheticTracePresets(
                alpha == null ? SyntheticTracePresets.ALPHA : alpha,
                objects == null ? SyntheticTracePresets.OBJECTS : objects);
        return reading.sized(made.named(preset, requests, seed)).sample(share);
    }
}
