package io.gosling.tools.plan;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.HtmlReportOption;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
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

/** {@code gosling plan}: plans a cluster from a site's log. */
@Command(name = "plan", description = """
    Read an access log and say how many nodes with how much memory it wants. Hits over memory, what one
    more node or gibibyte brings, where the knee is, and which policy fits. See \
    docs/planning.md.\
    """, footer = """

        Examples:
          gosling plan access.log.gz --cache 1g --html plan.html
          gosling plan access.log.2.gz access.log.1 access.log\
        """)
public final class PlanVerb extends ReportingVerb {
    @Parameters(
            paramLabel = "LOG",
            arity = "1..*",
            description = "An access log, or another trace; several are read as one, the oldest first. -: the standard"
                    + " input, with --format.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private TraceInputOptions reading = new TraceInputOptions();

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            description = "Memory of a node for objects, 1m or more. Default: 256m.")
    private String cache = "256m";

    @Option(
            names = "--costs",
            paramLabel = "NAME",
            description = "What a request and a miss cost: disk-1998, nvme, nvme-10g, nvme-25g, object-storage or"
                    + " origin-20ms. Default: origin-20ms.")
    private String costs = "origin-20ms";

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write the answer there too.")
    private @Nullable Path markdown;

    @Mixin
    private HtmlReportOption page = new HtmlReportOption();

    @Override
    public ExitCode call() throws IOException {
        PlanReport report = read("the log", () -> {
            long memory = memory();
            CostModel each = CostModel.named(costs);
            Trace trace = reading.read(files.toArray(Path[]::new));
            if (trace.requests().length == 0) {
                throw new CommandFailureException(
                        ExitCode.FAILURE,
                        trace.name() + " has no request that counts, and " + trace.broken()
                                + " lines that do not read (" + trace.origin()
                                + "); expected GETs answered 200, or --format with another form");
            }
            CapacityPlan plan = CapacityPlanner.of(trace, reading.share(), memory, each);
            return new PlanReport(head(trace), trace.name(), plan);
        });
        print(report.text());
        OutputFileConverter.write(markdown, report::text);
        page.write(report::html);
        return ExitCode.OK;
    }

    private long memory() {
        return ObjectSizeDistribution.parsed(cache, 1 << 20, Long.MAX_VALUE)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--cache is '" + cache + "'; expected a size of 1m or more, such as 256m or 1g"));
    }

    private Map<String, String> head(Trace trace) throws IOException {
        Map<String, String> head = MachineDescription.head(typed());
        head.put("log", trace.name() + ", " + trace.origin() + ", " + trace.broken() + " lines did not read");
        return head;
    }
}
