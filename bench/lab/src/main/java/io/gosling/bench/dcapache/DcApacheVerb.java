package io.gosling.bench.dcapache;

import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.workload.DcApacheSite;
import io.gosling.tools.workload.DcApacheSiteGenerator;
import io.gosling.tools.workload.DcApacheSiteWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench dc-apache}: runs replica sets under the loads of the DC-Apache paper. */
@Command(name = "dc-apache", description = """
    Repeat the experiments of the DC-Apache paper on groups of servers that hold copies for each other.
    Simulated, by the planning classes of the server: one to sixteen servers, migration and replication
    of a hot spot, three methods of storage under a quota. On processes with --real: the same sites and
    those of --site, and what a page with chosen links costs.\
    """, footer = """

        Simulated it takes some minutes, with --quick some seconds; --real adds one to four minutes for each
        case, with --quick half a minute in all. Exit status 1 when a real server did not answer a request.

        Columns of the CSV: part, site, servers, clients, method, spread, quota_share, connections_per_s,
        mib_per_s, response_ms, largest_share, transfers, evictions, failed. What is not set, or not counted,
        is empty.

        Examples:
          gosling bench dc-apache --markdown dc.md --csv dc.csv --html dc.html
          gosling bench dc-apache --real --site /srv/site --real-servers 1,2,4
          gosling bench dc-apache --only-real --sets lod --real-clients 4\
        """)
public final class DcApacheVerb extends ExperimentVerb {
    private static final double[] QUOTAS = {0, 0.2, 0.4, 0.6, 0.8, 0.95, 1.05};
    private static final double[] FEW_QUOTAS = {0, 0.4, 1.05};

    /** With 256 clients of one server an image takes 39 s, and a client sees its first page again after twenty. */
    private static final int LARGE_ROUNDS = 400;

    /** Sequoia's images are divided, so that its files and copies fit a disk that is shared. */
    private static final int IMAGE_DIVISOR = 10;

    @Option(
            names = "--sets",
            paramLabel = "NAME",
            split = ",",
            description = "Of lod, mapug, sequoia, specweb. Default: all; quickly on processes lod.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--servers", paramLabel = "N", split = ",", description = "Simulated, home and others together")
    @NumberRange(least = 1, most = 16)
    private List<Integer> servers = List.of(1, 2, 4, 8, 16);

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            description = "Simulated, ${RANGE}; the sites are compared with the most up to 256.")
    @NumberRange(least = 1, most = 1024)
    private List<Integer> clients = List.of(16, 64, 256, 544);

    @Option(names = "--seeds", paramLabel = "N", description = "Runs whose mean is given where methods are compared")
    @NumberRange(least = 1, most = 100)
    private int seeds = 3;

    @Option(names = "--real", description = "On processes too: every set, every --site, and the cost of a page.")
    private boolean real;

    @Option(names = "--only-real", description = "Nothing simulated.")
    private boolean onlyReal;

    @Option(
            names = "--site",
            paramLabel = "DIR",
            split = ",",
            description = "More sites for --real; also, how fast their pages are read.")
    private List<Path> sites = new ArrayList<>();

    @Option(names = "--real-servers", paramLabel = "N", split = ",", description = "Processes of a group")
    @NumberRange(least = 1, most = 8)
    private List<Integer> realServers = List.of(1, 2, 4, 8);

    @Option(names = "--real-clients", paramLabel = "N", split = ",", description = "Of real servers")
    @NumberRange(least = 1, most = 1024)
    private List<Integer> realClients = List.of(16, 64, 256, 544);

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "For which each real case is measured, and as long before for each of its servers")
    @NumberRange(least = 1, most = 600)
    private int seconds = 20;

    @Option(
            names = "--percent",
            paramLabel = "P",
            description = "Of one CPU for each real server, ${RANGE}, where control groups can be made.")
    @NumberRange(least = 1, most = 100)
    private int percent = 15;

    @Option(names = "--quick", description = "A little of it: whether it runs, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        check();
        if (quick) {
            servers = List.of(1, 4);
            clients = List.of(64);
            seeds = 1;
            realServers = List.of(2);
            realClients = List.of(4);
            seconds = 1;
        }
        List<DcApacheResult> rows = new ArrayList<>();
        List<ChosenLinkMeasurement.Cost> costs = new ArrayList<>();
        List<PageParseMeasurement.Speed> speeds = new ArrayList<>();
        if (!onlyReal) {
            simulate(rows);
        }
        for (Path site : sites) {
            speeds.add(new PageParseMeasurement(quick ? 0.5 : 10).of(site.toRealPath()));
        }
        if (real || onlyReal) {
            try (ProcessWorkspace place = ProcessWorkspace.open()) {
                costs.addAll(new ChosenLinkMeasurement(place, quick ? 20 : 20_000).run());
                costs.forEach(cost -> say(cost.told()));
                measure(place, rows);
            }
        }
        publish(new DcApacheReport(head(), rows, costs, speeds).figures());
        return rows.stream().allMatch(row -> row.failed() == 0) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void check() {
        sets.forEach(set -> requireOneOf("--sets", set, DcApacheSiteGenerator.ALL.keySet()));
        for (Path site : sites) {
            if (!Files.isRegularFile(site.resolve("index.html"))) {
                throw new CommandFailureException(
                        ExitCode.NOT_FOUND, "--site is " + site + "; it must be a directory with an index.html");
            }
        }
    }

    private List<DcApacheSite> chosen() {
        return DcApacheSiteGenerator.ALL.entrySet().stream()
                .filter(entry -> sets.isEmpty() || sets.contains(entry.getKey()))
                .map(entry -> entry.getValue().get())
                .toList();
    }

    private List<DcApacheSite> real() {
        return quick && sets.isEmpty() ? List.of(DcApacheSiteGenerator.lod()) : chosen();
    }

    private void simulate(List<DcApacheResult> rows) {
        int usual = DcApacheReport.most(clients);
        for (DcApacheSite site : chosen()) {
            SimulatedReplicaSetMeasurement once =
                    new SimulatedReplicaSetMeasurement(quick ? 20 : site.roundSeconds() > 1 ? LARGE_ROUNDS : 60, 1);
            for (int count : clients) {
                // The paper varies the clients of one site.
                if (count == usual || site.name().equals("mapug")) {
                    servers.forEach(number -> rows.add(told(once.scale(site, number, count))));
                }
            }
        }
        SimulatedReplicaSetMeasurement mean = new SimulatedReplicaSetMeasurement(quick ? 20 : 60, seeds);
        for (DcApacheSite site : chosen()) {
            if (site.entry().shows().isEmpty()) {
                for (double share : quick ? FEW_QUOTAS : QUOTAS) {
                    for (StorageMethod method : StorageMethod.values()) {
                        rows.add(told((quick ? mean : untilPlaced(site)).quota(site, method, share)));
                    }
                }
            }
        }
        for (CopyPlacement spread : CopyPlacement.values()) {
            rows.add(told(mean.hotSpot(spread)));
        }
    }

    /** Images of 2 MB take ten minutes until each is where it is to be. */
    private SimulatedReplicaSetMeasurement untilPlaced(DcApacheSite site) {
        return new SimulatedReplicaSetMeasurement(site.roundSeconds() > 1 ? 120 : 60, seeds);
    }

    private void measure(ProcessWorkspace place, List<DcApacheResult> rows) throws IOException, InterruptedException {
        ReplicaSetMeasurement course =
                new ReplicaSetMeasurement(place, Duration.ofSeconds(seconds), Duration.ofSeconds(seconds), percent);
        for (Map.Entry<Path, String> site : written(place).entrySet()) {
            for (int count : realClients) {
                for (int number : realServers) {
                    rows.add(told(course.run(site.getValue(), site.getKey(), number, count)));
                }
            }
        }
    }

    /** The directories of the sites for processes, by their names. */
    private Map<Path, String> written(ProcessWorkspace place) throws IOException {
        Map<Path, String> all = new LinkedHashMap<>();
        for (DcApacheSite site : real()) {
            Path folder = Files.createTempDirectory(place.directory("sites"), site.name());
            DcApacheSiteWriter.write(site, folder, site.name().equals("sequoia") ? IMAGE_DIVISOR : 1);
            all.put(folder, site.name());
        }
        for (Path site : sites) {
            all.put(site.toRealPath(), String.valueOf(site.toRealPath().getFileName()));
        }
        return all;
    }

    private DcApacheResult told(DcApacheResult row) {
        return told(DcApacheResult.COLUMNS, row);
    }

    private Map<String, String> head() throws IOException {
        Map<String, String> head = ownHead();
        if (!onlyReal) {
            head.put(
                    "simulated",
                    "the planning classes of the server; a connection takes 1 ms of a server and its bytes go at 12.5"
                            + " MB/s; clients keep nothing");
        }
        if (real || onlyReal) {
            try (CpuQuotaGroups groups = CpuQuotaGroups.open(percent)) {
                head.put("servers' part of a CPU", groups.shares(Collections.max(realServers)));
            }
            head.put("sequoia, real", "images of a " + IMAGE_DIVISOR + "th of their bytes");
        }
        return head;
    }
}
