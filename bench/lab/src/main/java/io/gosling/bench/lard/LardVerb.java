package io.gosling.bench.lard;

import io.gosling.bench.cluster.BackingStore;
import io.gosling.bench.cluster.ClusterCase;
import io.gosling.bench.cluster.ClusterCaseResult;
import io.gosling.bench.cluster.ClusterCaseTrial;
import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.experiment.RoundOptions;
import io.gosling.bench.figures.LardFigures;
import io.gosling.command.ExitCode;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gosling bench lard}: the front-end's policies on real nodes before emulated disks. */
@Command(name = "lard", description = """
    Compare policies of the front-end on real nodes, as the LARD paper did with its prototype. Each node
    has a small memory and an emulated disk, and is asked in a closed loop for more than one memory holds
    (figure 17).\
    """, footer = """

        Wants Linux and a JDK; equal parts of the CPUs want a user who may make control groups (root).
        Everything listens on 127.0.0.1 and is ended with the command. A round of a case takes warm-up,
        measured seconds, and about 20 s to start and end; all of it by default half an hour, with --quick no
        more than 20 s.

        Columns of the CSV: round, policy, cooperation, requests, seconds, throughput_rps, hit_ratio,
        disk_ratio, failed, nodes, others_ratio. With --simulated: figure, line, across, at, shown, value.

        Examples:
          gosling bench lard --markdown lard.md --csv lard.csv --html lard.html
          gosling bench lard --nodes 1,2,4,6 --policies wrr,lard-r --cooperation off --rounds 1
          gosling bench lard --simulated --markdown figures.md --html figures.html\
        """)
public final class LardVerb extends ExperimentVerb {
    private static final int REQUESTS = 1_000_000;
    private static final int QUICK_REQUESTS = 50_000;
    private static final int START_SECONDS = 20;
    private static final int KIB = 1024;

    @Option(names = "--nodes", paramLabel = "N", split = ",")
    @NumberRange(least = 1, most = 16)
    private List<Integer> nodes = List.of(6);

    @Option(
            names = "--policies",
            paramLabel = "NAME",
            split = ",",
            description = "As gosling dispatch --list has them. Default: wrr,lard-r,chbl; quickly lard-r.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--cooperation",
            paramLabel = "on|off",
            split = ",",
            description = "Whether nodes ask each other's memories: off as in the paper, on, or both. Default: off,on.")
    private List<String> cooperation = List.of("off", "on");

    @Option(names = "--memory", paramLabel = "MIB", description = "Of a node, for bodies")
    @NumberRange(least = 1, most = 1024, unit = "MiB")
    private int memory = 16;

    @Option(names = "--heap", paramLabel = "SIZE", description = "Of a node's JVM. Default: 160m.")
    private String heap = "160m";

    @Option(
            names = "--working-set",
            paramLabel = "TIMES",
            description = "Of how many memories of a node the bodies of all objects have the size, ${RANGE}; with what"
                    + " a node keeps beside each they are larger.")
    @NumberRange(least = 0.1, most = 100)
    private double workingSet = 4;

    @Option(names = "--body", paramLabel = "BYTES", description = "Of an object")
    @NumberRange(least = 64, most = 1_000_000)
    private int body = 8192;

    @Option(names = "--alpha", paramLabel = "A", description = "Of Zipf's law")
    @NumberRange(least = 0, most = 3)
    private double alpha = 0.8;

    @Option(names = "--clients", paramLabel = "N")
    @NumberRange(least = 1, most = 10_000)
    private int clients = 256;

    @Mixin
    private RoundOptions rounds = new RoundOptions(20, 2, 20, 40);

    @Option(
            names = "--quick",
            description = "Two nodes for a second, without cooperation: whether it runs, and no figure to go by.")
    private boolean quick;

    @Option(
            names = "--simulated",
            description = "Draw figures 5 to 14 of the paper from simulations instead; of the other options --quick"
                    + " and the files count.")
    private boolean simulated;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        if (simulated) {
            publish(draw(quick ? LardFigures.QUICK : LardFigures.FULL));
            return ExitCode.OK;
        }
        ExperimentProcedure typed = checked();
        if (policies.isEmpty()) {
            policies = quick ? List.of("lard-r") : List.of("wrr", "lard-r", "chbl");
        }
        if (quick) {
            beQuick();
        }
        ExperimentProcedure measuring = quick ? typed.quick() : typed;
        int bytes = memory * KIB * KIB;
        int objects = (int) Math.max(1, bytes * workingSet / body);
        Experiment<ClusterCase, ClusterCaseResult> experiment =
                new Experiment<>("cases", measuring, cases(bytes), START_SECONDS, LardReport.COLUMNS);
        Trace trace = SyntheticTraceFactory.zipf(alpha, objects, quick ? QUICK_REQUESTS : REQUESTS, 1);
        ExperimentResults<ClusterCase, ClusterCaseResult> results;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            ClusterCaseTrial trial = new ClusterCaseTrial(place, trace, heap, measuring);
            results = experiment.run(
                    (round, what) -> trial.run(
                            round, what, BackingStore.ofBodies(body, what.nodes(), measuring.atOnce()), clients),
                    this::say);
        }
        Map<String, String> head = processHead();
        head.put(
                "emulated",
                ReportTextFormat.format(
                        "%s; nodes with %d MiB, %d objects of %d bytes, Zipf %s, %d clients",
                        measuring.disks(), memory, objects, body, alpha, clients));
        head.put("shares", measuring.shares(Collections.max(nodes)));
        publish(new LardReport(head, results).figures());
        return experiment.isWhole(results) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private ExperimentProcedure checked() {
        policies.forEach(policy -> requireOneOf("--policies", policy, PolicyName.names()));
        requireOnOrOff("--cooperation", cooperation, "on, off, or off,on");
        return rounds.rounds();
    }

    private void beQuick() {
        nodes = List.of(2);
        cooperation = List.of("off");
        memory = 1;
        clients = 16;
    }

    private List<ClusterCase> cases(int bytes) {
        List<ClusterCase> cases = new ArrayList<>();
        for (int count : nodes.stream().distinct().sorted().toList()) {
            for (String word : cooperation.stream().distinct().toList()) {
                policies.stream()
                        .distinct()
                        .forEach(policy -> cases.add(new ClusterCase(count, policy, bytes, word.equals("on"))));
            }
        }
        return cases;
    }
}
