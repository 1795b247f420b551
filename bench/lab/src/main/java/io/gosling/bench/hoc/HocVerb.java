package io.gosling.bench.hoc;

import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench hoc}: runs the repository under the loads of the HOC paper. */
@Command(name = "hoc", description = """
    Repeat the experiments of the Herd of Object Caches paper on the repository. Gets of
    8 KiB, 16 KiB, 512 bytes and 1 MiB by its Java API, with all nodes in this process, and web servers,
    which are processes of gosling serve, with seven kinds of caches before disks that are emulated. All
    share the processors.\
    """, footer = """

        Takes half an hour, with --quick a minute. Exit status 1 when a get brought a wrong
        object or none.

        Columns of the CSV: set, servers, configuration, requests, seconds, throughput_rps, throughput_mib_s,
        hit_ratio, late, failed. The configuration is that of web servers, 1 to 7 as the paper numbers them.

        Examples:
          gosling bench hoc --markdown hoc.md --csv hoc.csv --html hoc.html
          gosling bench hoc --sets web --divisor 50\
        """)
public final class HocVerb extends ExperimentVerb {
    private static final String WEB = "web";
    private static final String LARGE = "1m";
    private static final int MOST_WEB_SERVERS = 4;
    private static final Duration QUICK_READ = Duration.ofNanos(100_000);

    @Option(
            names = "--sets",
            paramLabel = "NAME",
            split = ",",
            description = "Of 8k, 16k, 512, 1m, web. Default: all; quickly 8k, 1m, web.")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = "--servers",
            paramLabel = "N",
            split = ",",
            description = "Nodes for gets of 8k and 16k, ${RANGE}; 512 and 1m have two.")
    @NumberRange(least = 1, most = 16)
    private List<Integer> servers = List.of(1, 2, 4, 8, 10);

    @Option(names = "--divisor", paramLabel = "N", description = "Of the web set's files, requests and memories")
    @NumberRange(least = 1, most = 100)
    private int divisor = 20;

    @Option(names = "--latency", paramLabel = "MS", description = "Of a read from an emulated disk, one at a time")
    @NumberRange(least = 1, most = 1000, unit = "ms")
    private int latency = 4;

    @Option(names = "--clients", paramLabel = "N", description = "Of each web server")
    @NumberRange(least = 1, most = 512)
    private int clients = 32;

    @Option(
            names = "--quick",
            description = "A few hundred gets of a size by two servers, three configurations of web servers with a"
                    + " hundredth of the files: whether it runs, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        check();
        if (quick) {
            sets = sets.isEmpty() ? List.of("8k", LARGE, WEB) : sets;
            servers = List.of(2);
            divisor = 100;
        }
        List<HocResult> rows = new ArrayList<>();
        List<PaperClaim> more = new ArrayList<>();
        for (GetWorkload set : GetWorkload.ALL) {
            if (sets.isEmpty() || sets.contains(set.name())) {
                gets(quick ? set.smaller(400) : set, rows, more);
            }
        }
        if (sets.isEmpty() || sets.contains(WEB)) {
            web(WebServerWorkload.of(divisor), rows, more);
        }
        publish(new HocReport(head(), rows, more).figures());
        return rows.stream().allMatch(row -> row.failed() == 0) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void check() {
        List<String> known = Stream.concat(GetWorkload.ALL.stream().map(GetWorkload::name), Stream.of(WEB))
                .toList();
        sets.forEach(set -> requireOneOf("--sets", set, known));
    }

    private void gets(GetWorkload set, List<HocResult> rows, List<PaperClaim> more)
            throws IOException, InterruptedException {
        boolean scales = set.name().endsWith("k");
        for (int count : scales ? servers.stream().distinct().sorted().toList() : List.of(2)) {
            rows.add(told(new RepositoryGetMeasurement(set, count).run()));
        }
        if (set.name().equals(LARGE)) {
            double raw = LoopbackThroughputMeasurement.megabytes(Math.min(set.gets(), 5000));
            String what = "MiB/s of objects of 1 MiB, of a raw copy over loopback";
            String form = "%.0f of %.0f, half of them from the node itself";
            more.add(PaperClaim.of(
                    "-", what, "96 % of the wire", form, rows.getLast().megabytes(), raw));
        }
    }

    private void web(WebServerWorkload set, List<HocResult> rows, List<PaperClaim> more)
            throws IOException, InterruptedException {
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            WebServerMeasurement course = new WebServerMeasurement(place, set, read(), clients);
            for (WebServerConfiguration how : quick ? WebServerConfiguration.FEW : WebServerConfiguration.ALL) {
                int stores = how.kind() == WebServerConfiguration.Kind.REPOSITORY_APART ? 1 : 0;
                rows.add(told(course.run(WEB, how, 1, stores)));
            }
            for (int count : powers(2, quick ? 2 : MOST_WEB_SERVERS)) {
                rows.add(told(course.run(WEB, WebServerConfiguration.APART, count, 1)));
            }
            for (int count : powers(1, quick ? 1 : MOST_WEB_SERVERS)) {
                rows.add(told(course.run("herd", WebServerConfiguration.WITH_REPOSITORY, count, count)));
                rows.add(told(course.run(WEB, WebServerConfiguration.ALONE, 2 * count, 0)));
            }
        }
        more.add(hits(set, 150, "29 %"));
        more.add(hits(set, 450, "45 %"));
        more.add(hits(set, 900, "60 %; lfu over rnd 74.4 to 67 replies/s"));
    }

    private static PaperClaim hits(WebServerWorkload set, int megabytes, String paper) {
        String found = Stream.of("gds", "lfu", "rnd")
                .map(policy -> ReportTextFormat.format("%.0f %%", 100 * set.hitRatio(policy, megabytes)))
                .collect(Collectors.joining(", "));
        return new PaperClaim("-", "hits of one cache of " + megabytes + " MB: gds, lfu, rnd", paper, found);
    }

    private Duration read() {
        return quick ? QUICK_READ : Duration.ofMillis(latency);
    }

    private static List<Integer> powers(int least, int most) {
        return IntStream.iterate(least, count -> count <= most, count -> 2 * count)
                .boxed()
                .toList();
    }

    private HocResult told(HocResult row) {
        return told(HocResult.COLUMNS, row);
    }

    private Map<String, String> head() throws IOException {
        Map<String, String> head = ownHead();
        head.put(
                "nodes",
                "for gets all in one process, web servers processes of their own; over loopback, with those who ask on"
                        + " the same machine; no shares of the processors");
        head.put(
                "emulated",
                ReportTextFormat.format(
                        "web servers, each with a disk of %s ms a read, one at a time, and %d clients; files, requests"
                                + " and memories a %dth of the paper's",
                        read().toNanos() / 1e6, clients, divisor));
        return head;
    }
}
