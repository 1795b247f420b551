package io.gosling.tools.policies;

import io.gosling.command.ExitCode;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ReportFileOptions;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.trace.TraceObjectKeys;
import io.gosling.tools.workload.SyntheticTraceFactory;
import io.gosling.tools.workload.TraceInputOptions;
import io.gosling.tools.workload.WorkloadDistributionReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling policies}: compares replacement policies. */
@Command(name = "policies", description = """
    Compare replacement policies by hit ratio and byte-hit ratio. For one cache, and for nodes whose
    memories are one, beside Caffeine on each node alone and MIN, which knows the future. See
    docs/replacement.md.\
    """, footer = """

        A policy is a name, and for lfu-aging settings behind it: lfu-aging/size=ranked/last-copy=8. A trace
        ends with .clf, .log, .json (access logs), .tr, .txt (lines: id size, or time id size), .csv, .be32,
        .be64 (ids) or .oracleGeneral, and with .gz, .xz or .zst behind it; or --format says what it is.

        Examples:
          gosling policies access.log.gz
          gosling policies --zipf 0.9 --policies lfu-aging,gdsf --shares 0.01,0.1 --markdown FILE\
        """)
public final class PoliciesVerb extends ReportingVerb {
    private static final long SEED = 1;

    @Parameters(paramLabel = "TRACE", arity = "0..*", description = "Traces of requests.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private TraceInputOptions reading = new TraceInputOptions();

    @Option(
            names = "--popularity",
            paramLabel = "FILE",
            description = "Also requests drawn from a popularity distribution of CacheBench (JSON).")
    private @Nullable Path popularity;

    @Option(
            names = "--zipf",
            paramLabel = "ALPHA",
            split = ",",
            description = "Also generated requests by Zipf's law, once with the same favourites and once with changing"
                    + " ones.")
    @NumberRange(least = 0, most = 5)
    private List<Double> zipf = new ArrayList<>();

    @Option(names = "--objects", paramLabel = "N", description = "Of generated traces")
    @NumberRange(least = 1, most = 10_000_000)
    private int objects = 100000;

    @Option(names = "--requests", paramLabel = "N", description = "Of generated traces")
    @NumberRange(least = 1, most = 100_000_000)
    private int requests = 1000000;

    @Option(
            names = "--policies",
            paramLabel = "POLICY",
            split = ",",
            description = "Default: all, and MIN and Caffeine beside them, which always take part.")
    private List<String> labels = new ArrayList<>(List.of("lfu-aging", "lfu", "lru", "rnd", "gds", "gdsf"));

    @Option(
            names = "--shares",
            paramLabel = "SHARE",
            split = ",",
            description = "Memory of all nodes together, by the bytes of all objects. Default: 0.01,0.03,0.1,0.3.")
    private List<Double> shares = new ArrayList<>(List.of(0.01, 0.03, 0.1, 0.3));

    @Option(names = "--nodes", paramLabel = "N", description = "${RANGE}; 1 for one cache only.")
    @NumberRange(least = 1, most = 8)
    private int nodes = 8;

    @Option(names = "--report", paramLabel = "N", description = "Requests to all nodes between two reports of counts")
    @NumberRange(least = 1, most = 1_000_000)
    private int interval = 1000;

    @Mixin
    private ReportFileOptions reports = new ReportFileOptions();

    @Override
    public ExitCode call() throws IOException {
        shares.forEach(share -> require(share > 0 && share <= 1, "--shares", share, "above 0, up to 1"));
        List<ReplacementPolicySpecification> entrants = entrants();
        List<PolicyResult> results = new ArrayList<>();
        for (Trace trace : traces()) {
            compare(trace, entrants, results);
        }
        PoliciesReport report = new PoliciesReport(head(), shares, results);
        print(report.markdown());
        reports.write(report);
        return ExitCode.OK;
    }

    private List<Trace> traces() {
        double sample = read("a trace", reading::share);
        List<Trace> traces = read("a trace", () -> {
            List<Trace> read = new ArrayList<>();
            for (Path file : files) {
                read.add(reading.read(file));
            }
            if (popularity != null) {
                read.add(WorkloadDistributionReader.popularity(popularity, reading.sizes(), requests)
                        .sample(sample));
            }
            return read;
        });
        for (double alpha : zipf) {
            traces.add(SyntheticTraceFactory.zipf(alpha, objects, requests, 0, SEED)
                    .sample(sample));
            traces.add(SyntheticTraceFactory.zipf(alpha, objects, requests, Math.max(1, requests / objects), SEED)
                    .sample(sample));
        }
        require(!traces.isEmpty(), "TRACE", "missing", "a file, --zipf or --popularity");
        return traces;
    }

    private void compare(Trace trace, List<ReplacementPolicySpecification> entrants, List<PolicyResult> results) {
        PrintWriter progress = told();
        TraceObjectKeys keys = TraceObjectKeys.of(trace);
        List<Integer> arrangements = nodes == 1 ? List.of(1) : List.of(1, nodes);
        for (int count : arrangements) {
            String arrangement = count == 1 ? PoliciesReport.ONE : count + " nodes";
            for (double share : shares) {
                long budget = (long) (share * trace.footprint());
                List<PolicyResult> of = new ArrayList<>();
                if (count == 1) {
                    PolicyScore score = PolicyScore.of(trace, new Belady(trace, budget));
                    of.add(new PolicyResult(trace, arrangement, "MIN", share, budget, score, null));
                }
                for (ReplacementPolicySpecification entrant : entrants) {
                    CooperativeModelCache cluster =
                            new CooperativeModelCache(trace, keys, entrant, count, budget, interval, SEED);
                    PolicyScore score = PolicyScore.of(trace, cluster);
                    of.add(new PolicyResult(
                            trace, arrangement, entrant.label(), share, budget, score, cluster.error()));
                }
                PolicyScore caffeine = PolicyScore.of(trace, new CaffeineCaches(trace, count, budget, SEED));
                of.add(new PolicyResult(trace, arrangement, "Caffeine", share, budget, caffeine, null));
                of.forEach(result -> progress.print(PolicyResult.COLUMNS.line(result)));
                progress.flush();
                results.addAll(of);
            }
        }
    }

    private List<ReplacementPolicySpecification> entrants() {
        try {
            return labels.stream().map(ReplacementPolicySpecification::parse).toList();
        } catch (IllegalArgumentException e) {
            throw refused("--policies: " + e.getMessage());
        }
    }

    private Map<String, String> head() throws IOException {
        Map<String, String> head = MachineDescription.head(typed());
        head.put("versions", "Java " + Runtime.version() + ", Caffeine 3.2.3");
        head.put(
                "settings",
                ReportTextFormat.format(
                        "%d nodes, a report every %d requests, %s of the objects, seed %d",
                        nodes, interval, reading.share() == 1 ? "all" : Double.toString(reading.share()), SEED));
        return head;
    }
}
