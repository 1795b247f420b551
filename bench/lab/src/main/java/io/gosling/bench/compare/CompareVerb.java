package io.gosling.bench.compare;

import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.workload.DcApacheSiteGenerator;
import io.gosling.tools.workload.DcApacheSiteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench compare}: sends the same requests by every forwarding mode. */
@Command(name = "compare", description = """
    Have the same clients ask for the same documents by every way of reaching a node: nodes of one
    cluster that are asked in turn (cooperating), a front-end that relays (proxy), sends elsewhere
    (redirect) or hands over (handoff-local, handoff), dispatchers of packets (lsmac, lsnat), and servers
    whose pages lead to each other (replication). As root on Linux each host is a network namespace that
    is made and removed, otherwise all are on loopback, and handoff, lsmac and lsnat are left out.
    Clients begin at the site's first page and follow links that are drawn, for all ways the same; or,
    with --bodies, ask one node for one body again and again. By each way some documents are first held
    against their files.\
    """, footer = """

        It takes some 13 minutes, with --quick half a minute. What cannot be done here is said and left out;
        exit status 1 when a way that can has failed.

        Columns of the CSV: round, way, clients, nodes, requests_per_second, bytes_per_second, delay_mean_ms,
        delay_p50_ms, delay_p99_ms, front_end_cpu_us_per_request, node_cpu_us_per_request, errors, requests,
        redirects, handoffs, handoff_p50_us.

        Examples:
          gosling bench compare --markdown compare.md --csv compare.csv --html compare.html
          gosling bench compare --bodies 100KiB --rounds 9
          gosling bench compare --bodies 1KiB --close --node-cpu 0 --ways proxy,handoff-local,handoff\
        """)
public final class CompareVerb extends ExperimentVerb {
    private static final String BODY = "body.bin";
    private static final int START_SECONDS = 15;
    private static final long MOST_BYTES = 64 << 20;

    @Option(
            names = "--ways",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Of cooperating, proxy, redirect, handoff-local, handoff, lsmac, lsnat, replication. Default: all"
                            + " that can be; quickly cooperating,proxy.")
    private List<String> ways = new ArrayList<>();

    @Option(names = "--nodes", paramLabel = "N", description = "${RANGE}; with --bodies always 1.")
    @NumberRange(least = 1, most = 8)
    private int nodes = 2;

    @Option(names = "--clients", paramLabel = "N")
    @NumberRange(least = 1, most = 1000)
    private int clients = 32;

    @Option(
            names = "--site",
            paramLabel = "NAME",
            description = "Of the sites of 'gosling bench dc-apache': lod, mapug, sequoia, specweb. Default: specweb.")
    private String site = "specweb";

    @Option(
            names = "--bodies",
            paramLabel = "SIZE",
            description = "Instead of a site one body of this size, 1B to 64MiB, such as 100KiB, of one node.")
    private @Nullable String bodies;

    @Option(names = "--close", description = "A connection for each request.")
    private boolean close;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "Of front-ends, as gosling dispatch --list has them; packets go in turn. Default: wrr.")
    private String policy = "wrr";

    @Option(
            names = "--node-cpu",
            paramLabel = "PERCENT",
            description = "Of one CPU for the front-end and for each node while they are measured, ${RANGE}, where"
                    + " control groups can be made; 0 for no bounds.")
    @NumberRange(least = 0, most = 1000)
    private int percent = 20;

    @Option(names = "--warm-up", paramLabel = "S")
    @NumberRange(least = 1, most = 600)
    private int warmUp = 8;

    @Option(names = "--seconds", paramLabel = "S")
    @NumberRange(least = 1, most = 600)
    private int seconds = 8;

    @Option(names = "--rounds", paramLabel = "N")
    @NumberRange(least = 1, most = 99)
    private int rounds = 3;

    @Option(names = "--loopback", description = "All on loopback, also where network namespaces can be made.")
    private boolean loopback;

    @Option(
            names = "--quick",
            description = "Two ways for a second, without bounds on CPUs: whether it runs, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        check();
        if (quick) {
            beQuick();
        }
        String noHosts = loopback ? "--loopback was asked for" : NamespaceHosts.obstacle();
        Map<String, String> leftOut = new LinkedHashMap<>();
        List<ForwardingModeCase> chosen = chosen(noHosts, leftOut);
        leftOut.forEach((way, why) -> say("without " + way + ": " + why));
        if (chosen.isEmpty()) {
            throw new CommandFailureException(
                    ExitCode.CONFIGURATION, "none of these ways can be measured here: " + leftOut);
        }
        Duration each = Duration.ofSeconds(seconds);
        ExperimentProcedure all =
                new ExperimentProcedure(Duration.ZERO, 1, percent, Duration.ofSeconds(warmUp), each, rounds);
        Experiment<ForwardingModeCase, ForwardingModeResult> experiment =
                new Experiment<>("ways", all, chosen, START_SECONDS, ForwardingModeResult.COLUMNS);
        ExperimentResults<ForwardingModeCase, ForwardingModeResult> results;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            ExperimentProcedure.Trial<ForwardingModeCase, ForwardingModeResult> trial =
                    trial(place, noHosts.isEmpty(), all)::run;
            results = experiment.run(trial.naming(ForwardingModeCase::label), this::say);
        }
        publish(new CompareReport(head(noHosts, leftOut), results, bodies != null));
        return experiment.isWhole(results) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void check() {
        ways.forEach(way -> requireOneOf("--ways", way, ForwardingModeCase.labels()));
        requireOneOf("--site", site, DcApacheSiteGenerator.ALL.keySet());
        require(
                bodies == null || (bytes() >= 1 && bytes() <= MOST_BYTES),
                "--bodies",
                bodies,
                "1B to 64MiB, such as 100KiB");
        require(
                bodies == null || !ways.contains(ForwardingModeCase.REPLICATION.label()),
                "--ways",
                ForwardingModeCase.REPLICATION.label(),
                "without --bodies: what leads to other servers is pages");
        requireOneOf("--policy", policy, PolicyName.names());
    }

    private long bytes() {
        try {
            return bodies == null ? 0 : ByteSizeFormat.parse(bodies);
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    private void beQuick() {
        ways = ways.isEmpty()
                ? List.of(ForwardingModeCase.COOPERATING.label(), ForwardingModeCase.PROXY.label())
                : ways;
        nodes = 2;
        clients = 4;
        percent = 0;
        warmUp = 1;
        seconds = 1;
        rounds = 1;
    }

    private List<ForwardingModeCase> chosen(String noHosts, Map<String, String> leftOut) {
        List<ForwardingModeCase> chosen = new ArrayList<>();
        for (ForwardingModeCase way : ForwardingModeCase.values()) {
            boolean wanted = ways.isEmpty() || ways.contains(way.label());
            if (wanted && way.wantsHosts() && !noHosts.isEmpty()) {
                leftOut.put(way.label(), noHosts);
            } else if (wanted && !(way.wantsPages() && bodies != null)) {
                chosen.add(way);
            }
        }
        return chosen;
    }

    private ForwardingModeTrial trial(ProcessWorkspace place, boolean apart, ExperimentProcedure all)
            throws IOException {
        Path folder = place.directory("site");
        if (bodies == null) {
            DcApacheSiteWriter.write(
                    Objects.requireNonNull(DcApacheSiteGenerator.ALL.get(site)).get(), folder, 1);
        } else {
            byte[] body = new byte[(int) bytes()];
            new Random(1).nextBytes(body);
            Files.write(folder.resolve(BODY), body);
        }
        String entry = bodies == null ? "/index.html" : "/" + BODY;
        return new ForwardingModeTrial(folder, entry, apart, asked(), clients, !close, policy, all);
    }

    private int asked() {
        return bodies == null ? nodes : 1;
    }

    private Map<String, String> head(String noHosts, Map<String, String> leftOut)
            throws IOException, InterruptedException {
        Map<String, String> head = processHead();
        head.put("machine", MachineDescription.itself(Runtime.getRuntime().availableProcessors()));
        head.put(
                "network",
                noHosts.isEmpty()
                        ? "a namespace for each host, over one bridge of Linux, clients behind a router; with"
                                + " handoff-local nodes are on the front-end's host"
                        : "loopback, and no hosts: " + noHosts);
        head.put(
                "asked for",
                (bodies == null ? "the site " + site + " by its links" : "one body of " + bodies) + ", " + clients
                        + " clients, " + (close ? "a connection for each request" : "kept connections") + ", " + asked()
                        + (asked() == 1 ? " node that holds" : " nodes that hold")
                        + " all of it in memory, front-ends with " + policy);
        head.put("shares", shares());
        leftOut.forEach((way, why) -> head.put("without " + way, why));
        return head;
    }

    private String shares() {
        if (percent == 0) {
            return "none: everybody takes what there is";
        }
        try (CpuQuotaGroups groups = CpuQuotaGroups.open(percent)) {
            return groups.each("the front-end and for each node", "clients and router");
        }
    }
}
