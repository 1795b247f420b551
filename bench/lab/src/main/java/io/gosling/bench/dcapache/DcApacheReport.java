package io.gosling.bench.dcapache;

import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.ReportTextFormat;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The report of a run of {@code gosling bench dc-apache}. */
record DcApacheReport(
        Map<String, String> head,
        List<DcApacheResult> rows,
        List<ChosenLinkMeasurement.Cost> costs,
        List<PageParseMeasurement.Speed> speeds) {
    /** Quotas at which the order of the methods is looked at: between nothing and everything. */
    private static final double SOME_ROOM = 0.1;

    private static final double NEARLY_ALL = 0.9;

    FigureReport figures() {
        List<PaperFigure> figures = new ArrayList<>();
        Function<DcApacheResult, String> byClients = DcApacheReport::clients;
        Function<DcApacheResult, String> bySite = DcApacheResult::site;
        List<DcApacheResult> scale = of(SimulatedReplicaSetMeasurement.SCALE);
        List<DcApacheResult> mapug = ofSite("mapug", scale);
        servers(figures, "6a", "mapug, simulated", "connections/s", mapug, byClients, DcApacheResult::perSecond);
        servers(figures, "6b", "mapug, simulated", "MiB/s", mapug, byClients, DcApacheResult::mebibytes);
        List<DcApacheResult> most = withMostClients(scale);
        servers(figures, "7a", "all sites, simulated", "connections/s", most, bySite, DcApacheResult::perSecond);
        servers(figures, "7b", "all sites, simulated", "MiB/s", most, bySite, DcApacheResult::mebibytes);
        servers(figures, "8", "response time, simulated", "ms", most, bySite, DcApacheResult::responseMillis);
        List<DcApacheResult> quota = of(SimulatedReplicaSetMeasurement.QUOTA);
        for (String site : quota.stream().map(DcApacheResult::site).distinct().toList()) {
            List<LineChart.Series> lines = LineChart.lines(
                    ofSite(site, quota), DcApacheResult::method, DcApacheResult::quota, DcApacheResult::perSecond);
            String number = site.equals("specweb") ? "9a" : "9b";
            String title = "the three methods under a quota, " + site + ", simulated";
            figures.add(new PaperFigure(number, title, "quota, part of the site", "connections/s", "%.1f", lines));
        }
        List<DcApacheResult> real = of(ReplicaSetMeasurement.REAL);
        Function<DcApacheResult, String> name = row -> row.site() + ", " + clients(row);
        servers(figures, "7a", "real servers", "connections/s", real, name, DcApacheResult::perSecond);
        servers(figures, "7b", "real servers", "MiB/s", real, name, DcApacheResult::mebibytes);
        servers(figures, "8", "response time of real servers", "ms", real, name, DcApacheResult::responseMillis);
        if (!costs.isEmpty()) {
            List<LineChart.Series> lines = List.of(
                    cost("a node in no replica set", ChosenLinkMeasurement.Cost::aloneMicros),
                    cost(
                            "a node in no replica set, a page as long as the chosen",
                            ChosenLinkMeasurement.Cost::longMicros),
                    cost("in a replica set, no link chosen", ChosenLinkMeasurement.Cost::plainMicros),
                    cost("in a replica set, links chosen", ChosenLinkMeasurement.Cost::chosenMicros));
            String title = "CPU time of a request for a page";
            figures.add(new PaperFigure("10", title, "links of the page", "µs", "%.0f", lines));
        }
        String csv = DcApacheResult.COLUMNS.csv(rows);
        return new FigureReport("DC-Apache: pages that spread their own load", head, figures, claims(), "", csv);
    }

    private List<PaperClaim> claims() {
        List<PaperClaim> claims = new ArrayList<>();
        scaling(withMostClients(of(SimulatedReplicaSetMeasurement.SCALE)), row -> row.site() + ", simulated", claims);
        scaling(of(ReplicaSetMeasurement.REAL), row -> row.site() + ", " + clients(row) + ", real", claims);
        for (DcApacheResult row : of(SimulatedReplicaSetMeasurement.HOT_SPOT)) {
            String what = "an image that 3 of 5 requests are for, 4 servers, by " + row.spread();
            String paper = row.spread().equals("migration") ? "the hot spot moves" : "the hot spot is gone";
            String form = "busiest server %.0f %% of requests, %.0f connections/s";
            claims.add(PaperClaim.of("3", what, paper, form, 100 * row.largestShare(), row.perSecond()));
        }
        StorageMethod aware = StorageMethod.RESOURCE_AWARE;
        quota("specweb", List.of(aware, StorageMethod.DELETION_AWARE, StorageMethod.NAIVE), claims);
        quota("sequoia", List.of(StorageMethod.DELETION_AWARE, aware), claims);
        costs.forEach(cost -> claims.add(cost.claim()));
        for (PageParseMeasurement.Speed speed : speeds) {
            String what = "reading the links of " + speed.site() + ": " + speed.pages() + " pages, " + speed.links()
                    + " links";
            String found = ReportTextFormat.format("%.1f MB/s on one thread", speed.megabytesPerSecond());
            claims.add(new PaperClaim("-", what, "no figure; our goal 50 MB/s", found));
        }
        return claims;
    }

    /** Compares the most servers of each kind of rows with the fewest. */
    private static void scaling(
            List<DcApacheResult> results, Function<DcApacheResult, String> kind, List<PaperClaim> claims) {
        Map<String, List<DcApacheResult>> kinds =
                results.stream().collect(Collectors.groupingBy(kind, LinkedHashMap::new, Collectors.toList()));
        kinds.forEach((what, cases) -> {
            DcApacheResult one = cases.getFirst();
            DcApacheResult all = cases.getLast();
            if (all.servers() > one.servers()) {
                String over = all.servers() + " servers over " + one.servers() + ": " + what;
                claims.add(PaperClaim.of("7", over, "near linear to 16", "%.1f", all.perSecond() / one.perSecond()));
                double before = one.responseMillis();
                double after = all.responseMillis();
                String form = "1/%.1f, %.1f to %.1f ms";
                claims.add(PaperClaim.of(
                        "8", "response time, " + over, "falls as 1/n", form, before / after, before, after));
            }
        });
    }

    /** Adds whether the methods come in the paper's order, at every quota that leaves something to choose. */
    private void quota(String site, List<StorageMethod> order, List<PaperClaim> claims) {
        List<DcApacheResult> here = ofSite(site, of(SimulatedReplicaSetMeasurement.QUOTA));
        List<Double> quotas =
                here.stream().map(DcApacheResult::quota).distinct().toList();
        List<String> as = new ArrayList<>();
        List<String> not = new ArrayList<>();
        for (double share : quotas) {
            List<Double> found = order.stream()
                    .map(method -> perSecond(here, SimulatedReplicaSetMeasurement.name(method), share))
                    .toList();
            if (share > SOME_ROOM && share < NEARLY_ALL) {
                (isFalling(found) ? as : not).add(ReportTextFormat.format("%.2f", share));
            }
        }
        if (!here.isEmpty()) {
            String what = "order on " + site + ": "
                    + order.stream().map(SimulatedReplicaSetMeasurement::name).collect(Collectors.joining(" before "));
            String found = "so at " + text(as) + "; not so at " + text(not);
            claims.add(new PaperClaim("9", what, "at every quota but none and all", found));
            alike(site, here, quotas.getFirst(), "no quota: the methods are alike", claims);
            alike(site, here, quotas.getLast(), "room for all: the methods are alike", claims);
        }
    }

    private static void alike(
            String site, List<DcApacheResult> here, double share, String what, List<PaperClaim> claims) {
        DoubleSummaryStatistics all = here.stream()
                .filter(row -> row.quota() == share)
                .mapToDouble(DcApacheResult::perSecond)
                .summaryStatistics();
        String form = "%.1f to %.1f connections/s";
        claims.add(PaperClaim.of("9", site + ", " + what, "yes", form, all.getMin(), all.getMax()));
    }

    private static String text(List<String> quotas) {
        return quotas.isEmpty() ? "none" : String.join(", ", quotas);
    }

    private static boolean isFalling(List<Double> values) {
        return IntStream.range(1, values.size()).allMatch(i -> values.get(i - 1) > values.get(i));
    }

    private static double perSecond(List<DcApacheResult> rows, String method, double share) {
        Optional<DcApacheResult> row = rows.stream()
                .filter(one -> one.method().equals(method) && one.quota() == share)
                .findFirst();
        return row.map(DcApacheResult::perSecond).orElse(0.0);
    }

    private static void servers(
            List<PaperFigure> figures,
            String number,
            String title,
            String up,
            List<DcApacheResult> rows,
            Function<DcApacheResult, String> line,
            ToDoubleFunction<DcApacheResult> figure) {
        if (!rows.isEmpty()) {
            List<LineChart.Series> lines = LineChart.lines(rows, line, DcApacheResult::servers, figure);
            figures.add(new PaperFigure(number, title, "servers", up, "%.1f", lines));
        }
    }

    private LineChart.Series cost(String name, ToDoubleFunction<ChosenLinkMeasurement.Cost> micros) {
        return LineChart.line(name, costs, ChosenLinkMeasurement.Cost::links, micros);
    }

    private static String clients(DcApacheResult row) {
        return row.clients() + " clients";
    }

    /** The paper compares sites with 256 clients. */
    private static List<DcApacheResult> withMostClients(List<DcApacheResult> rows) {
        int clients = most(rows.stream().map(DcApacheResult::clients).toList());
        return rows.stream().filter(row -> row.clients() == clients).toList();
    }

    /** The most of these numbers of clients up to the paper's; 0 where all are more. */
    static int most(List<Integer> clients) {
        return clients.stream()
                .mapToInt(count -> count)
                .filter(count -> count <= 256)
                .max()
                .orElse(0);
    }

    private static List<DcApacheResult> ofSite(String site, List<DcApacheResult> rows) {
        return rows.stream().filter(row -> row.site().equals(site)).toList();
    }

    private List<DcApacheResult> of(String part) {
        return rows.stream().filter(row -> row.part().equals(part)).toList();
    }
}
