package io.gosling.bench.gos;

import io.gosling.bench.cluster.BackingStore;
import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.cluster.ClusterCaseTrial;
import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.experiment.RoundOptions;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gosling bench gos}: what it brings that nodes share their memories. */
@Command(name = "gos", description = """
    Repeat the experiments of the Global Object Space paper on real nodes: cooperation on and off, over
    the number of nodes and their memory, and who had the bytes. Clients go straight to the nodes, in
    turns.\
    """, footer = """

        Wants Linux and a JDK; equal parts of the CPUs want a user who may make control groups (root).
        Everything listens on 127.0.0.1 and is ended with the command. A round of a case takes warm-up,
        measured seconds, and about 15 s to start and end; all of it by default 45 minutes, --heterogeneous
        four; with --quick no more than 20 s, with both half a minute. Exit status 1 when an answer was wrong.

        Columns of the CSV: round, nodes, memory_mib, cooperation, requests, seconds, throughput_rps,
        throughput_mib_s, own_ratio, home_ratio, peer_ratio, store_ratio, failed. With --heterogeneous: node,
        transport, heap, cpu_percent, locale, charset, jvm, alone_rps, capacity_share, request_share,
        own_ratio, home_ratio, peer_ratio, store_ratio.

        Examples:
          gosling bench gos --markdown gos.md --csv gos.csv --html gos.html
          gosling bench gos --nodes 2,4,8,16 --latency 160 --rounds 1
          gosling bench gos --heterogeneous\
        """)
public final class GosVerb extends ExperimentVerb {
    private static final int REQUESTS = 2_000_000;
    private static final int QUICK_REQUESTS = 50_000;
    private static final int START_SECONDS = 15;
    private static final long LARGEST = 64 << 10;
    private static final long SEED = 1;

    /** Of unlike nodes: few enough for their memories. */
    private static final int MIXED_OBJECTS = 1500;

    /** Of unlike nodes: no bound, so that their processors are one. */
    private static final Duration MIXED_LATENCY = Duration.ofMillis(20);

    private static final int MIXED_AT_ONCE = 64;

    @Option(names = "--nodes", paramLabel = "N", split = ",")
    @NumberRange(least = 1, most = 16)
    private List<Integer> nodes = List.of(2, 4, 8);

    @Option(names = "--memory", paramLabel = "MIB", split = ",", description = "Of a node for objects")
    @NumberRange(least = 1, most = 1024, unit = "MiB")
    private List<Integer> memory = List.of(1, 6);

    @Option(
            names = "--cooperation",
            paramLabel = "on|off",
            split = ",",
            description = "Whether nodes ask each other's memories: on, off, or both. Default: on,off; quickly on.")
    private List<String> cooperation = new ArrayList<>();

    @Option(names = "--objects", paramLabel = "N", description = "${RANGE}, about 16 KiB each, at most 64.")
    @NumberRange(least = 100, most = 1_000_000)
    private int objects = 25000;

    @Option(names = "--alpha", paramLabel = "A", description = "Of Zipf's law")
    @NumberRange(least = 0, most = 3)
    private double alpha = 1.1;

    @Option(names = "--clients", paramLabel = "N", description = "Of each node")
    @NumberRange(least = 1, most = 1000)
    private int clients = 16;

    @Option(names = "--heap", paramLabel = "SIZE", description = "Of a node's JVM. Default: 160m.")
    private String heap = "160m";

    @Option(
            names = "--heterogeneous",
            description =
                    "One cluster of four nodes that differ in transport, heap, CPU, locale, charset, and in whether"
                            + " their JVM compiles; every answer is compared, and each is asked alone before. No more"
                            + " than 1500 objects, 64 reads of 20 ms at a time; of --rounds, --nodes, --cooperation,"
                            + " --latency, --at-once and --node-cpu nothing counts;"
                            + " quickly two of them.")
    private boolean heterogeneous;

    @Option(
            names = "--quick",
            description = "Two nodes for a second, with cooperation: whether it runs, and no figure to go by.")
    private boolean quick;

    @Mixin
    private RoundOptions rounds = new RoundOptions(80, 1, 50, 40);

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        ExperimentProcedure measuring = checked();
        LaunchCommand.script();
        if (cooperation.isEmpty()) {
            cooperation = quick ? List.of("on") : List.of("on", "off");
        }
        if (quick) {
            nodes = List.of(2);
            memory = List.of(1);
            objects = Math.min(objects, 1000);
            measuring = measuring.quick();
        }
        if (heterogeneous) {
            objects = Math.min(objects, MIXED_OBJECTS);
            measuring = measuring.withDisks(MIXED_LATENCY, MIXED_AT_ONCE);
        }
        int requests = quick ? QUICK_REQUESTS : REQUESTS;
        Trace trace = SyntheticTraceFactory.zipf(alpha, objects, requests, SEED).atMost(LARGEST);
        return heterogeneous ? mix(measuring, trace) : compare(measuring, trace);
    }

    private ExperimentProcedure checked() {
        requireOnOrOff("--cooperation", cooperation, "on, off, or on,off");
        return rounds.rounds();
    }

    private ExitCode compare(ExperimentProcedure measuring, Trace trace) throws IOException, InterruptedException {
        Experiment<ClusterCase, ClusterCaseResult> experiment =
                new Experiment<>("cases", measuring, cases(), START_SECONDS, GosReport.COLUMNS);
        ExperimentResults<ClusterCase, ClusterCaseResult> results;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            ClusterCaseTrial trial = new ClusterCaseTrial(place, trace, heap, measuring);
            results = experiment.run(
                    (round, what) -> trial.run(
                            round,
                            what,
                            BackingStore.ofSizes(trace, what.nodes(), measuring.atOnce()),
                            what.nodes() * clients),
                    this::say);
        }
        Map<String, String> head = processHead();
        head.put("emulated", emulated(measuring, trace));
        head.put("shares", measuring.shares(Collections.max(nodes)));
        publish(new GosReport(head, trace, results).figures());
        return experiment.isWhole(results) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private ExitCode mix(ExperimentProcedure measuring, Trace trace) throws IOException, InterruptedException {
        HeterogeneousReport.Found found;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            List<HeterogeneousNode> mixed = quick ? HeterogeneousNode.FEW : HeterogeneousNode.ALL;
            found = new HeterogeneousTrial(place, trace, mixed, (long) memory.getLast() << 20, clients, measuring)
                    .run();
        }
        Map<String, String> head = processHead();
        head.put("emulated", emulated(measuring, trace));
        head.put("shares", CpuQuotaGroups.open(measuring.percent()).told("as the table says"));
        publish(new HeterogeneousReport(head, found).figures());
        return found.wrong() == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }

    private List<ClusterCase> cases() {
        List<ClusterCase> cases = new ArrayList<>();
        for (int size : memory.stream().distinct().toList()) {
            for (int count : nodes.stream().distinct().sorted().toList()) {
                cooperation.stream()
                        .distinct()
                        .forEach(word -> cases.add(new ClusterCase(count, "", (long) size << 20, word.equals("on"))));
            }
        }
        return cases;
    }

    private String emulated(ExperimentProcedure measuring, Trace trace) {
        return ReportTextFormat.format(
                "%s; %d objects of %d MiB together, Zipf %s, %d clients a node",
                measuring.disks(), trace.objects(), trace.footprint() >> 20, alpha, clients);
    }
}
