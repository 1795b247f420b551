package io.gosling.bench.plan;

import io.gosling.bench.process.BenchVerb;
import io.gosling.bench.process.Machine;
import io.gosling.bench.process.OutputFile;
import io.gosling.bench.process.PageFile;
import io.gosling.bench.process.Published;
import io.gosling.bench.simulate.Costs;
import io.gosling.bench.trace.Trace;
import io.gosling.bench.trace.TraceOptions;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import io.gosling.node.settings.ByteSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling plan}: what a log says of the cluster that it wants. */
@Command(
        name = "plan",
        description = {
            "Read an access log and say how many nodes with how much memory it wants.",
            "Hits over memory, what one more node or gibibyte brings, where the knee is, and which policy fits. See",
            "docs/planning.md.",
        },
        footer = {"", "Examples:", "  gosling plan access.log.gz --cache 1g --html plan.html"})
public final class PlanVerb extends BenchVerb {
    @Parameters(paramLabel = "LOG", arity = "1", description = "An access log, or another trace.")
    private @Nullable Path file;

    @Mixin
    private TraceOptions reading = new TraceOptions();

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            defaultValue = "256m",
            description = "Memory of a node for objects, 1m or more. Default: 256m.")
    private String cache = "";

    @Option(
            names = "--costs",
            paramLabel = "NAME",
            defaultValue = "origin-20ms",
            description = "What a request and a miss cost: disk-1998, nvme, nvme-10g, nvme-25g, object-storage or"
                    + " origin-20ms. Default: origin-20ms.")
    private String costs = "";

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Write the answer there too.")
    private @Nullable Path markdown;

    @Mixin
    private PageFile page = new PageFile();

    @Override
    public ExitCode call() throws IOException {
        Path log = Objects.requireNonNull(file);
        Plan plan;
        Trace trace;
        try {
            long memory = ByteSize.parse(cache);
            if (memory < 1 << 20) {
                throw new IllegalArgumentException("--cache is " + cache + "; it must be 1m or more");
            }
            Costs each = Costs.named(costs);
            trace = reading.read(log);
            if (trace.requests().length == 0) {
                throw new CommandFailure(
                        ExitCode.FAILURE,
                        log + " has no request that counts, and " + trace.broken()
                                + " lines that do not read; expected GETs answered 200, or --format with another form");
            }
            plan = Planning.of(trace, reading.share(), memory, each);
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "the log cannot be read: " + e.getMessage());
        }
        publish(new PlanReport(head(trace), trace.name(), plan));
        return ExitCode.OK;
    }

    private Map<String, String> head(Trace trace) throws IOException {
        Map<String, String> head = Machine.head(typed());
        head.put("log", trace.name() + ", " + trace.origin() + ", " + trace.broken() + " lines did not read");
        return head;
    }

    private void publish(PlanReport report) throws IOException {
        print(report.text());
        Published.write(markdown, report::text);
        page.write(report::html);
    }
}
