package io.gosling.tools.workload;

import io.gosling.tools.trace.ColumnMap;
import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceFileReader;
import io.gosling.tools.trace.TraceFormat;
import io.gosling.tools.trace.TraceWindow;
import io.gosling.tools.trace.TraceWithObjectNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/** Command-line options for reading a trace from a file and selecting a part of it, for every verb that reads one. */
public final class TraceInputOptions {
    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "Of the trace: clf, combined, json, id-size or csv. Default: as the file's name ends.")
    private String format = "";

    @Option(
            names = "--columns",
            paramLabel = "MAP",
            description = "Of a CSV file, such as time=1,key=2,size=5, or by the names of its first line. Default:"
                    + " key=key,size=size.")
    private String columns = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Leave out what came before: 2026-11-22T10:00:00Z, or 2h after the first request.")
    private String from = "";

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Leave out what came then and later; written the same way.")
    private String until = "";

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description =
                    "Of objects whose trace tells none, and of made ones: 8k for all; 8k:1.5, log-normal with that"
                            + " median and sigma; 8k:1.5:128k:1.1, from 128k on by Pareto's law with 1.1. Default:"
                            + " 8192 bytes, or as the preset has it.")
    private String sizes = "";

    @Option(
            names = "--sample",
            paramLabel = "SHARE",
            description = "Take this share of the objects, with all their requests, above 0 to 1. Default: 1.")
    private double sample = 1;

    /** @throws IllegalArgumentException when it is no share of the objects */
    public double share() {
        if (!(sample > 0 && sample <= 1)) {
            throw new IllegalArgumentException("--sample is " + sample + "; it must be above 0, up to 1");
        }
        return sample;
    }

    /** Several files are read as one, the oldest first. */
    public Trace read(Path... files) throws IOException {
        double share = share();
        return of(files).read().sample(share);
    }

    public TraceWithObjectNames readNamed(Path file) throws IOException {
        double share = share();
        return of(file).readNamed().sample(share);
    }

    private TraceFileReader of(Path... files) throws IOException {
        return new TraceFileReader(
                List.of(files),
                format.isEmpty() ? null : TraceFormat.named(format),
                columns.isEmpty() ? ColumnMap.USUAL : ColumnMap.parse(columns),
                TraceWindow.parse(from, until),
                sizes());
    }

    /** For what tells none; 8192 bytes each if nothing else is said. */
    private ObjectSizeDistribution sizes() {
        return sizes.isEmpty() ? ObjectSizeDistribution.fixed(8192) : SizeDistributionParser.parse(sizes);
    }

    /** A generated trace with other sizes, if any are told. */
    Trace sized(Trace trace) {
        if (sizes.isEmpty()) {
            return trace;
        }
        ObjectSizeDistribution told = sizes();
        long[] drawn = LongStream.range(0, trace.objects())
                .map(object -> Math.max(1, told.draw(object)))
                .toArray();
        return new Trace(trace.name(), trace.origin() + ", but sizes by " + sizes, trace.requests(), drawn, 0);
    }
}
