package io.gosling.bench.lard;

import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.LardFigures;
import io.gosling.bench.process.BenchVerb;
import io.gosling.bench.process.CpuGroups;
import io.gosling.bench.process.Machine;
import io.gosling.bench.process.Progress;
import io.gosling.bench.process.Published;
import io.gosling.bench.process.Workplace;
import io.gosling.bench.trace.Generated;
import io.gosling.bench.trace.Trace;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.node.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench lard}: the front-end's policies on real nodes before emulated disks. */
@Command(
        name = "lard",
        description = {
            "Compare policies of the front-end on real nodes, as the LARD paper did with its prototype.",
            "Each node has a small memory and an emulated disk, and is asked in a closed loop for more than one memory holds",
            "(figure 17).",
        },
        footer = {
            "",
            "Wants Linux and a JDK; equal parts of the CPUs want a user who may make control groups (root).",
            "Everything listens on 127.0.0.1 and is ended with the command. A round of a case takes warm-up, measured",
            "seconds, and about 20 s to start and end; all of it by default half an hour, with --quick half a minute.",
            "",
            "Examples:",
            "  gosling bench lard --markdown lard.md",
            "  gosling bench lard --policies wrr,lard-r --cooperation off --rounds 1",
            "  gosling bench lard --simulated --markdown figures.md --html figures.html"
        })
public final class LardVerb extends BenchVerb {
    private static final int REQUESTS = 1_000_000;
    private static final int START_SECONDS = 20;
    private static final int KIB = 1024;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "6", description = "1 to 16. Default: 6.")
    private int nodes;

    @Option(
            names = "--policies",
            paramLabel = "NAME",
            split = ",",
            description = "As gosling dispatch --list has them. Default: wrr,lard-r,lard-b,chbl; quickly wrr,lard-r.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--cooperation",
            paramLabel = "on|off",
            split = ",",
            defaultValue = "off,on",
            description = "Whether nodes ask each other's memories: off as in the paper, on, or both. Default: off,on.")
    private List<String> cooperation = new ArrayList<>();

    @Option(
            names = "--memory",
            paramLabel = "MIB",
            defaultValue = "16",
            description = "Of a node, for bodies, 1 to 1024 MiB. Default: 16.")
    private int memory;

    @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "96m", description = "Of a node's JVM. Default: 96m.")
    private String heap = "96m";

    @Option(
            names = "--working-set",
            paramLabel = "TIMES",
            defaultValue = "4",
            description = "Of how many memories of a node all objects have the size, 0.1 to 100. Default: 4.")
    private double workingSet;

    @Option(
            names = "--body",
            paramLabel = "BYTES",
            defaultValue = "8192",
            description = "Of an object, 64 to 1 000 000. Default: 8192.")
    private int body;

    @Option(
            names = "--alpha",
            paramLabel = "A",
            defaultValue = "0.8",
            description = "Of Zipf's law, 0 to 3. Default: 0.8.")
    private double alpha;

    @Option(
            names = "--latency",
            paramLabel = "MS",
            defaultValue = "20",
            description = "Of a read from an emulated disk, 0 to 1000 ms. Default: 20.")
    private int latency;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            defaultValue = "2",
            description = "Reads of one disk at a time, 1 to 1000. Default: 2.")
    private int atOnce;

    @Option(names = "--clients", paramLabel = "N", defaultValue = "256", description = "1 to 10 000. Default: 256.")
    private int clients;

    @Option(
            names = "--node-cpu",
            paramLabel = "PERCENT",
            defaultValue = "20",
            description = "Of one CPU for each node while it is measured, 1 to 1000. Default: 20.")
    private int percent;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "20",
            description = "With disks that take no time, 1 to 600. Default: 20.")
    private int warmUp;

    @Option(names = "--seconds", paramLabel = "S", defaultValue = "20", description = "1 to 600. Default: 20.")
    private int seconds;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "1 to 99. Default: 3.")
    private int rounds;

    @Option(
            names = "--quick",
            description = "Two nodes for a second, without cooperation: whether it runs, and no figure to go by.")
    private boolean quick;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write the table there too, and every round beside it, in FILE with .csv behind it.")
    private @Nullable Path markdown;

    @Option(
            names = "--simulated",
            description = "Draw figures 5 to 14 of the paper from simulations instead; of the other options --quick,"
                    + " --markdown and --html count.")
    private boolean simulated;

    @Option(names = "--html", paramLabel = "FILE", description = "With --simulated, write a page with plots there.")
    private @Nullable Path html;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        if (simulated) {
            drawFigures();
            return ExitCode.OK;
        }
        check();
        if (policies.isEmpty()) {
            policies = quick ? List.of("wrr", "lard-r") : List.of("wrr", "lard-r", "lard-b", "chbl");
        }
        if (quick) {
            beQuick();
        }
        Setting setting = setting();
        List<Case> cases = cases();
        Trace trace = Generated.zipf(alpha, setting.objects(), REQUESTS, 0, 1);
        say(cases.size() + " cases, " + rounds + " rounds: about "
                + (long) cases.size() * rounds * (START_SECONDS + warmUp + seconds) / 60 + " minutes");
        List<Measured> measured = new ArrayList<>();
        try (Workplace place = Workplace.open()) {
            Trial trial = new Trial(place, setting, trace);
            for (int round = 1; round <= rounds; round++) {
                for (Case one : cases) {
                    Measured found = trial.run(round, one);
                    say(found.csv());
                    if (!found.isSound()) {
                        throw new IOException(found.tally().failed() + " requests failed, and "
                                + found.tally().requests() + " did not, with " + one.policy() + " and cooperation "
                                + one.onOrOff() + "; of a thousand no more than one may");
                    }
                    measured.add(found);
                }
                Collections.rotate(cases, 1);
            }
        }
        publish(new LardReport(head(setting), measured));
        return ExitCode.OK;
    }

    /** The paper's figures 5 to 14, from the simulator. */
    private void drawFigures() throws IOException {
        LardFigures figures = quick ? LardFigures.QUICK : LardFigures.FULL;
        Map<String, String> head = Machine.head(typed());
        head.put(
                "simulated",
                String.format(
                        Locale.ROOT,
                        "%d requests made after each of the paper's traces, seed 1; nodes of 1998 with 32 MiB; GDS, and"
                                + " lfu-aging where nodes cooperate",
                        figures.requests()));
        Progress progress = new Progress(told(), figures.work());
        FigureReport report = figures.draw(head, progress::add);
        progress.end();
        print(report.markdown());
        Published.write(markdown, report::markdown, report::csv);
        Published.write(html, report::html);
    }

    private void check() {
        require("--nodes", nodes, 1, 16);
        for (String policy : policies) {
            require(
                    Policies.names().contains(policy),
                    "--policies",
                    policy,
                    "of " + String.join(", ", Policies.names()));
        }
        for (String word : cooperation) {
            require(word.equals("on") || word.equals("off"), "--cooperation", word, "on, off, or off,on");
        }
        require(memory >= 1 && memory <= 1024, "--memory", memory, "1 to 1024 MiB");
        require(workingSet >= 0.1 && workingSet <= 100, "--working-set", workingSet, "0.1 to 100");
        require("--body", body, 64, 1_000_000);
        require(alpha >= 0 && alpha <= 3, "--alpha", alpha, "0 to 3");
        require(latency >= 0 && latency <= 1000, "--latency", latency, "0 to 1000 ms");
        require("--at-once", atOnce, 1, 1000);
        require("--clients", clients, 1, 10_000);
        require(percent >= 1 && percent <= 1000, "--node-cpu", percent, "1 to 1000 percent");
        require("--warm-up", warmUp, 1, 600);
        require("--seconds", seconds, 1, 600);
        require("--rounds", rounds, 1, 99);
    }

    private void beQuick() {
        nodes = 2;
        cooperation = List.of("off");
        memory = 1;
        clients = 16;
        warmUp = 1;
        seconds = 1;
        rounds = 1;
    }

    private Setting setting() {
        int bytes = memory * KIB * KIB;
        return new Setting(
                nodes,
                bytes,
                heap,
                (int) Math.max(1, bytes * workingSet / body),
                body,
                alpha,
                Duration.ofMillis(latency),
                atOnce,
                clients,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                percent);
    }

    private List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cooperation.stream()
                .distinct()
                .forEach(word ->
                        policies.stream().distinct().forEach(policy -> cases.add(new Case(policy, word.equals("on")))));
        return cases;
    }

    private void publish(LardReport report) throws IOException {
        print(report.markdown());
        Published.write(markdown, report::markdown, report::csv);
    }

    private Map<String, String> head(Setting setting) throws IOException, InterruptedException {
        Map<String, String> head = processHead();
        head.put(
                "emulated",
                String.format(
                        Locale.ROOT,
                        "a disk for each node, %d ms a read, %d at a time; %d nodes with %d MiB, %d objects of %d bytes, "
                                + "Zipf %s, %d clients",
                        latency,
                        atOnce,
                        nodes,
                        memory,
                        setting.objects(),
                        body,
                        alpha,
                        clients));
        head.put("shares", CpuGroups.open(percent).told(percent + " % of a CPU for each node"));
        return head;
    }
}
