package io.gosling.bench.simulate;

import io.gosling.bench.process.TypedCommand;
import io.gosling.bench.trace.Presets;
import io.gosling.bench.trace.Sizes;
import io.gosling.bench.trace.Trace;
import io.gosling.bench.trace.TraceOptions;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import io.gosling.node.Invocation;
import io.gosling.node.Verb;
import io.gosling.node.settings.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code gosling bench simulate}: what a cluster would do with a trace. */
@Command(
        name = "simulate",
        description = {
            "Simulate clusters behind a front-end, answering a trace.",
            "The policies of the dispatcher and the replacement of the object space, on nodes that are a model. See",
            "docs/dispatching.md.",
        },
        footer = {
            "",
            "Examples:",
            "  gosling bench simulate --preset rice --nodes 1-16 --policies all --csv FILE",
            "  gosling bench simulate --trace access.log.gz --nodes 2,4,8 --costs origin-20ms --cache 256m",
        })
public final class SimulateVerb implements Verb {
    private static final long SEED = 1;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "A trace: an access log (.clf, .log, .json), lines with id and size (.tr, .txt, .csv), or"
                    + " numbers (.be32, .be64: 8192 bytes each; .oracleGeneral), also with .gz, .xz or .zst.")
    private @Nullable Path file;

    @Mixin
    private TraceOptions reading = new TraceOptions();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Generated requests instead: rice or ibm, after the figures of Pai et al. 1998, or zipf (0.9,"
                    + " 100000 files).")
    private @Nullable String preset;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Of a preset, 1 to 100 000 000. Default: 1000000.")
    private int requests;

    @Option(
            names = "--nodes",
            paramLabel = "N,...",
            defaultValue = "1,2,4,8,16",
            description = "Such as 1,4,8-16; up to 1000. Default: 1,2,4,8,16.")
    private String nodes = "";

    @Option(
            names = "--policies",
            paramLabel = "NAME",
            split = ",",
            description = "As listed by gosling dispatch --list, or all. Default: wrr, lb, lard, lard-r.")
    private List<String> policies = new ArrayList<>(List.of("wrr", "lb", "lard", "lard-r"));

    @Option(
            names = "--cache",
            paramLabel = "SIZE",
            defaultValue = "32m",
            description = "Memory of a node for files. Default: 32m.")
    private String cache = "";

    @Option(
            names = "--replacement",
            paramLabel = "NAME",
            defaultValue = "gds",
            description = "What leaves it: lfu, lru, rnd, gds, gdsf, w-tinylfu, s3-fifo or sieve. Default: gds.")
    private String replacement = "";

    @Option(
            names = "--costs",
            paramLabel = "NAME",
            defaultValue = "disk-1998",
            description = "What a request and a miss cost: disk-1998, nvme or origin-20ms. Default: disk-1998.")
    private String costs = "";

    @Option(
            names = "--cpu",
            paramLabel = "X",
            defaultValue = "1",
            description = "Processors so many times as fast, 0.01 to 1000. Default: 1.")
    private double cpu;

    @Option(names = "--disks", paramLabel = "N", description = "Of each node, 1 to 64. Default: as the costs have it.")
    private @Nullable Integer disks;

    @Option(
            names = "--t-low",
            paramLabel = "N",
            defaultValue = "25",
            description = "T_low of LARD, in requests. Default: 25.")
    private int low;

    @Option(
            names = "--t-high",
            paramLabel = "N",
            defaultValue = "65",
            description = "T_high of LARD, in requests. Default: 65.")
    private int high;

    @Option(
            names = "--k",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "K of LARD/R, simulated. Default: 20.")
    private int replicaAge;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the tables there too.")
    private @Nullable Path markdown;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every figure there.")
    private @Nullable Path csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots there; it needs no network.")
    private @Nullable Path html;

    @Spec
    private @Nullable CommandSpec spec;

    private @Nullable Invocation invocation;

    @Override
    public void accept(Invocation called) {
        invocation = called;
    }

    @Override
    public ExitCode call() throws IOException {
        require(cpu >= 0.01 && cpu <= 1000, "--cpu", cpu, "0.01 to 1000");
        require(disks == null || (disks >= 1 && disks <= 64), "--disks", String.valueOf(disks), "1 to 64");
        require((file == null) != (preset == null), "--trace or --preset", "missing, or both there", "one of them");
        List<Setup> setups = setups();
        Trace trace = trace();
        require(trace.requests().length > 0, "the trace", "empty", "one with requests");
        PrintWriter progress = Objects.requireNonNull(spec).commandLine().getErr();
        List<Outcome> outcomes = Simulator.run(trace, setups, outcome -> {
            progress.print(outcome.csv());
            progress.flush();
        });
        publish(new SimulationReport(head(), trace, outcomes));
        return ExitCode.OK;
    }

    /** All that is asked for, checked before anything long begins. */
    private List<Setup> setups() {
        try {
            long memory = ByteSize.parse(cache);
            Costs each = Costs.named(costs).faster(cpu);
            Costs with = disks == null ? each : each.withDisks(disks);
            LardSettings lard =
                    new LardSettings(low, high, Duration.ofSeconds(replicaAge), LardSettings.DEFAULT.maxTargets());
            PolicySettings usual = new PolicySettings(lard);
            PolicySettings tuning = new PolicySettings(lard, usual.bound(), usual.missCost(), memory);
            // By the cluster's counts, of which there are none here.
            if (replacement.equals("lfu-aging") || !ReplacementPolicy.names().contains(replacement)) {
                throw new IllegalArgumentException(
                        "replacement '" + replacement + "' cannot be simulated; expected one of "
                                + String.join(
                                        ", ",
                                        ReplacementPolicy.names().stream()
                                                .filter(name -> !name.equals("lfu-aging"))
                                                .toList()));
            }
            List<Setup> setups = new ArrayList<>();
            for (String name : policies.equals(List.of("all")) ? Policies.names() : policies) {
                for (int count : NodeCounts.parse(nodes)) {
                    setups.add(new Setup(count, Policies.named(name), tuning, replacement, memory, with));
                }
            }
            return setups;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), e.getMessage(), e);
        }
    }

    private Trace trace() {
        if (file != null) {
            try {
                return reading.of(file, Sizes.fixed(8192)).read();
            } catch (IllegalArgumentException e) {
                throw new ParameterException(Objects.requireNonNull(spec).commandLine(), e.getMessage(), e);
            } catch (IOException e) {
                throw new CommandFailure(ExitCode.NOT_FOUND, "the trace cannot be read: " + e.getMessage());
            }
        }
        try {
            return Presets.named(String.valueOf(preset), requests, SEED);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), e.getMessage(), e);
        }
    }

    private Map<String, String> head() {
        Map<String, String> head = new LinkedHashMap<>();
        head.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " CPUs, " + System.getProperty("os.name") + ' '
                        + System.getProperty("os.arch"));
        head.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        head.put("versions", "Java " + Runtime.version());
        head.put("command", "`" + TypedCommand.of(spec, "simulate") + "`");
        return head;
    }

    private void publish(SimulationReport report) throws IOException {
        if (invocation != null) {
            invocation.out().print(report.markdown());
            invocation.out().flush();
        }
        if (markdown != null) {
            Files.writeString(markdown, report.markdown());
        }
        if (csv != null) {
            Files.writeString(csv, report.csv());
        }
        if (html != null) {
            Files.writeString(html, report.html());
        }
    }

    private void require(boolean holds, String what, Object value, String expected) {
        if (!holds && spec != null) {
            throw new ParameterException(spec.commandLine(), what + " is " + value + "; it must be " + expected);
        }
    }
}
