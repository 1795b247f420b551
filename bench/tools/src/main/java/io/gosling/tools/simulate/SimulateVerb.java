package io.gosling.tools.simulate;

import io.gosling.command.ExitCode;
import io.gosling.tools.process.HtmlReportOption;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProgressDisplay;
import io.gosling.tools.process.ReportFileOptions;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.GeneratedTraceOptions;
import io.gosling.tools.workload.TraceInputOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gosling simulate}: simulates clusters answering a trace. */
@Command(name = "simulate", description = """
    Simulate clusters behind a front-end, answering a trace. The policies of the dispatcher and the
    replacement of the object space, on nodes that are a model. See docs/simulate.md.\
    """, footer = """

        Columns of the CSV: policy, nodes, throughput_rps, miss_ratio, idle_fraction, delay_mean_ms,
        remote_ratio, busy_fraction, costs, replacement, memory_bytes, requests, delay_p50_ms, delay_p95_ms,
        delay_p99_ms, delay_difference_ms, repeated, cpu, disks, t_low, t_high, k_s, hot_percent, hot_bytes.

        Examples:
          gosling simulate --preset rice --nodes 1-16 --policies all --html report.html
          gosling simulate --preset rice --nodes 1-16 --policies wrr,lard-r --cpu 1,2:1.5,3:2,4:3 --csv FILE
          gosling simulate --trace access.log.gz --nodes 2,4,8 --costs origin-20ms --cache 256m\
        """)
public final class SimulateVerb extends ReportingVerb {
    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A trace: an access log (.clf, .log, .json), or lines with id and size (.tr,"
                    + " .txt, .csv), also with .gz.")
    private @Nullable Path file;

    @Mixin
    private TraceInputOptions reading = new TraceInputOptions();

    @Mixin
    private GeneratedTraceOptions made = new GeneratedTraceOptions();

    @Option(names = "--requests", paramLabel = "N", description = "Of a preset")
    @NumberRange(least = 1, most = 100_000_000)
    private int requests = 1000000;

    @Option(names = "--seed", paramLabel = "N", description = "Of a preset. Default: 1.")
    private long seed = 1;

    @Mixin
    private SimulatedClusterOptions clusters = new SimulatedClusterOptions();

    @Mixin
    private ReportFileOptions reports = new ReportFileOptions();

    @Mixin
    private HtmlReportOption page = new HtmlReportOption();

    @Override
    public ExitCode call() throws IOException {
        require((file == null) == made.isWanted(), "--trace or --preset", "missing, or both there", "one of them");
        // All set-ups are checked before anything long begins.
        List<SimulatedCluster> setups = read("the profile", () -> {
            clusters.impossible().forEach(this::say);
            return clusters.setups();
        });
        Trace trace = read("the trace", () -> {
            made.check();
            return file != null ? reading.read(file) : made.trace(reading, requests, seed);
        });
        require(trace.requests().length > 0, "the trace", "empty", "one with requests");
        PrintWriter told = told();
        ProgressDisplay progress = new ProgressDisplay(told, (long) setups.size() * trace.requests().length);
        List<SimulationResult> outcomes = ParallelSimulationRunner.run(
                trace,
                setups,
                outcome -> {
                    progress.end();
                    told.print(outcome.csv());
                    told.flush();
                },
                progress::add);
        SimulationReport report = new SimulationReport(MachineDescription.head(typed()), trace, outcomes);
        report.unreached().forEach(this::say);
        publish(report, reports, page);
        return ExitCode.OK;
    }
}
