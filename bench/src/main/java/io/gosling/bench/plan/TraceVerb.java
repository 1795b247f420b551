package io.gosling.bench.plan;

import io.gosling.bench.process.BenchVerb;
import io.gosling.bench.trace.Presets;
import io.gosling.bench.trace.Trace;
import io.gosling.bench.trace.TraceOptions;
import io.gosling.bench.trace.TraceWriter;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling trace}: what traces are like, and traces that are made. */
@Command(
        name = "trace",
        description = {
            "Print what access logs and other traces are like, or make one.",
            "Requests, objects, bytes, objects asked for once, Zipf's alpha, and the bytes that take 97, 98 and 99 %% of the",
            "requests. See docs/planning.md.",
        },
        footer = {
            "",
            "Examples:",
            "  gosling trace access.log.gz",
            "  gosling trace --preset rice --requests 10000000 --write rice.log",
        })
public final class TraceVerb extends BenchVerb {
    @Parameters(paramLabel = "TRACE", arity = "0..*", description = "Access logs, or other traces.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private TraceOptions reading = new TraceOptions();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "Also a generated one: rice or ibm, after the figures of Pai et al. 1998, or zipf (0.9, 100000"
                            + " files).")
    private @Nullable String preset;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Of the generated one, 1 to 100 000 000. Default: 1000000.")
    private int requests;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Of the generated one. Default: 1.")
    private long seed;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description =
                    "Write the one trace there: .log and .clf as an access log, .tr as lines with time, id and size;"
                            + " also with .gz.")
    private @Nullable Path write;

    @Override
    public ExitCode call() throws IOException {
        List<Trace> traces = traces();
        if (traces.isEmpty()) {
            throw refused("TRACE is missing; expected a file, or --preset");
        }
        if (write != null && traces.size() > 1) {
            throw refused("--write takes one trace, and there are " + traces.size());
        }
        for (Trace trace : traces) {
            facts(trace);
        }
        if (write != null) {
            TraceWriter.write(traces.getFirst(), write);
        }
        return ExitCode.OK;
    }

    private List<Trace> traces() {
        List<Trace> traces = new ArrayList<>();
        try {
            for (Path file : files) {
                traces.add(reading.of(file).read());
            }
            if (preset != null) {
                traces.add(Presets.named(preset, requests, seed));
            }
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "a trace cannot be read: " + e.getMessage());
        }
        return traces;
    }

    private void facts(Trace trace) {
        StringBuilder text = new StringBuilder(trace.name() + ", " + trace.origin() + "\n\n");
        for (Map.Entry<String, String> row : TraceFacts.of(trace).rows().entrySet()) {
            text.append(String.format("%-32s %s%n", row.getKey(), row.getValue()));
        }
        print(text.append('\n').toString());
    }
}
