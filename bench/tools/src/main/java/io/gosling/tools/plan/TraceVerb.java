package io.gosling.tools.plan;

import io.gosling.command.ExitCode;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceWriter;
import io.gosling.tools.workload.GeneratedTraceOptions;
import io.gosling.tools.workload.TraceInputOptions;
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

/** {@code gosling trace}: describes traces, and generates synthetic ones. */
@Command(name = "trace", description = """
    Print what access logs and other traces are like, or make one. Requests, objects, bytes, objects
    asked for once, Zipf's alpha, and the bytes that take 97, 98 and 99 %% of the requests. The word
    stats before the traces may be left out. See docs/planning.md.\
    """, footer = """

        Examples:
          gosling trace stats access.log.gz
          gosling trace stats --preset ibm --requests 2000000
          gosling trace --preset zipf --alpha 0.8 --sizes 8k:1.5:128k:1.1 --write zipf.tr.gz
          gosling trace --preset rice --requests 10000000 --write rice.log\
        """)
public final class TraceVerb extends ReportingVerb {
    private static final String STATS = "stats";

    @Parameters(paramLabel = "TRACE", arity = "0..*", description = "Access logs, or other traces.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private TraceInputOptions reading = new TraceInputOptions();

    @Mixin
    private GeneratedTraceOptions made = new GeneratedTraceOptions();

    @Option(names = "--requests", paramLabel = "N", description = "Of the generated one")
    @NumberRange(least = 1, most = 100_000_000)
    private int requests = 1000000;

    @Option(names = "--seed", paramLabel = "N", description = "Of the generated one. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
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
        traces.forEach(trace -> print(facts(trace)));
        if (write != null) {
            TraceWriter.write(traces.getFirst(), write);
        }
        return ExitCode.OK;
    }

    private List<Trace> traces() {
        return read("a trace", () -> {
            List<Trace> traces = new ArrayList<>();
            made.check();
            boolean named = !files.isEmpty() && files.getFirst().toString().equals(STATS);
            for (Path file : named ? files.subList(1, files.size()) : files) {
                traces.add(reading.read(file));
            }
            if (made.isWanted()) {
                traces.add(made.trace(reading, requests, seed));
            }
            return traces;
        });
    }

    private static String facts(Trace trace) {
        TraceStatistics facts = TraceStatistics.of(trace);
        StringBuilder text = new StringBuilder(trace.name() + ", " + trace.origin() + "\n\n");
        for (Map.Entry<String, String> row : facts.rows().entrySet()) {
            text.append(String.format("%-32s %s%n", row.getKey(), row.getValue()));
        }
        return text.append('\n').toString();
    }
}
