package io.gosling.bench.predict;

import io.gosling.command.ExitCode;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.tools.calibrate.CalibrateVerb;
import io.gosling.tools.calibrate.DiskCosts;
import io.gosling.tools.calibrate.NodeCosts;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.process.ProgramFinder;
import io.gosling.tools.process.ReportFileOptions;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.CostModelYamlCodec;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gosling bench predict}: compares the simulator's prediction with a real cluster. */
@Command(name = "predict", description = """
    Simulate a trace, have a real cluster answer it, and print how far the prediction was off. The
    processor's costs are those of this machine, measured first or read from a profile; the nodes' disks
    are emulated, one read at a time. See docs/load.md.\
    """, footer = """

        Wants Linux and a JDK. Everything listens on 127.0.0.1 and is ended with the command; it takes three
        minutes, with --quick half a minute.

        Columns of the CSV: predicted_hit_ratio, real_hit_ratio, error_points, predicted_rps, real_rps,
        error_percent.

        Examples:
          gosling bench predict
          gosling bench predict --policy wrr --replacement gdsf --profile this-machine.yaml \
        --markdown predict.md\
        """)
public final class PredictionCheckVerb extends ReportingVerb {
    private static final long MOST_BODY = 256 << 10;

    @Option(names = "--nodes", paramLabel = "N")
    @NumberRange(least = 1, most = 16)
    private int nodes = 3;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Of the front-end, as gosling dispatch --list has them. Default: lard-r.")
    private String policy = "lard-r";

    @Option(
            names = "--replacement",
            paramLabel = "NAME",
            description = "What leaves a node's memory: lru, gds, gdsf or lfu. Default: lru.")
    private String replacement = "lru";

    @Option(names = "--memory", paramLabel = "SIZE", description = "Of a node for objects, 1m to 1g. Default: 16m.")
    private String memory = "16m";

    @Option(names = "--objects", paramLabel = "N", description = "Of the trace, ${RANGE}; about 19 KiB each.")
    @NumberRange(least = 100, most = 1_000_000)
    private int objects = 10000;

    @Option(names = "--alpha", paramLabel = "A", description = "Of Zipf's law")
    @NumberRange(least = 0, most = 3)
    private double alpha = 0.9;

    @Option(names = "--requests", paramLabel = "N")
    @NumberRange(least = 1000, most = 10_000_000)
    private int requests = 60000;

    @Option(names = "--latency", paramLabel = "MS", description = "Of a read from an emulated disk")
    @NumberRange(least = 1, most = 1000, unit = "ms")
    private int latency = 10;

    @Option(names = "--seed", paramLabel = "N", description = "Of the trace. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "Costs that gosling calibrate has measured; otherwise they are measured first.")
    private @Nullable Path profile;

    @Option(names = "--quick", description = "A short trace: whether it runs, and no figure to go by.")
    private boolean quick;

    @Mixin
    private ReportFileOptions reports = new ReportFileOptions();

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        RealAndSimulatedRun comparison = comparison();
        LaunchCommand.script();
        PredictionComparison prediction;
        double readMillis;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            CostModel costs = costs(place);
            say("a trace of " + comparison.trace().requests().length + " requests, a third of it to warm up");
            PredictionComparison.Figures predicted = comparison.predicted(costs);
            PredictionComparison.Real real = comparison.real(place, this::tell);
            prediction = new PredictionComparison(predicted, real.figures());
            readMillis = real.readMillis();
        }
        Map<String, String> head = head(comparison);
        head.put("a read really took", ReportTextFormat.format("%.2f ms in the mean", readMillis));
        String table = Markdown.facts(head) + "\n" + prediction.table();
        print(table);
        reports.write(() -> table, prediction::csv);
        return ExitCode.OK;
    }

    private RealAndSimulatedRun comparison() {
        requireOneOf("--policy", policy, PolicyName.names());
        require(!policy.equals("wrr-gms"), "--policy", policy, "one under which nodes do not cooperate");
        require(
                ReplacementPolicy.names().contains(replacement) && !replacement.equals("lfu-aging"),
                "--replacement",
                replacement,
                "one that goes by a node's own counts, as lru or gdsf");
        long bytes;
        try {
            bytes = ByteSizeFormat.parse(memory);
        } catch (IllegalArgumentException e) {
            throw refused("--memory is '" + memory + "'; expected 1m to 1g");
        }
        require(bytes >= 1 << 20 && bytes <= 1 << 30, "--memory", memory, "1m to 1g");
        if (quick) {
            return new RealAndSimulatedRun(
                    trace(1000, 3000), Math.min(nodes, 2), policy, replacement, 2 << 20, Duration.ofMillis(2));
        }
        return new RealAndSimulatedRun(
                trace(objects, requests), nodes, policy, replacement, bytes, Duration.ofMillis(latency));
    }

    /** Without bodies that are larger than a whole object may be. */
    private Trace trace(int ofObjects, int ofRequests) {
        return SyntheticTraceFactory.zipf(alpha, ofObjects, ofRequests, seed).atMost(MOST_BODY);
    }

    private CostModel costs(ProcessWorkspace place) throws IOException, InterruptedException {
        if (profile != null) {
            Path file = profile;
            return read("the profile", () -> CostModelYamlCodec.read(file));
        }
        say("measuring what requests cost this machine");
        NodeCosts node = quick
                ? NodeCosts.measure(place, Duration.ofMillis(200), 30)
                : NodeCosts.measure(place, Duration.ofSeconds(5), 200);
        // The disks of the comparison are emulated, and have their own times.
        return CalibrateVerb.costs("this-machine", node, new DiskCosts(0, 0, 1, false), false);
    }

    private Map<String, String> head(RealAndSimulatedRun comparison) throws IOException, InterruptedException {
        Map<String, String> head = new LinkedHashMap<>(MachineDescription.head(typed()));
        tellTaken(head);
        head.put(
                "versions",
                "Gosling " + ProgramFinder.version(LaunchCommand.script(), "version") + ", Java " + Runtime.version());
        head.put("trace", comparison.trace().name() + ", " + comparison.trace().origin());
        head.put(
                "cluster",
                ReportTextFormat.format(
                        "%d nodes with %d MiB, %s, %s, not cooperating; an emulated disk for each, %d ms a read, one at"
                                + " a time; %d clients",
                        comparison.nodes(),
                        comparison.memory() >> 20,
                        policy,
                        replacement,
                        comparison.latency().toMillis(),
                        comparison.clients()));
        return head;
    }

    private void tell(LoadRun.Progress now) {
        say(ReportTextFormat.format(
                "%,d requests, %.0f a second",
                now.loadCounts().requests(), now.loadCounts().requests() / Math.max(now.seconds(), 0.001)));
    }
}
