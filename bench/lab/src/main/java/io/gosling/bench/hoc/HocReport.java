package io.gosling.bench.hoc;

import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.ReportTextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The report of a run of {@code gosling bench hoc}. */
record HocReport(Map<String, String> head, List<HocResult> rows, List<PaperClaim> more) {
    FigureReport figures() {
        List<PaperFigure> figures = new ArrayList<>();
        if (has("get-8k") || has("get-16k")) {
            figures.add(gets("3a", "requests", "requests/s", "%,.0f", HocResult::throughput));
            figures.add(gets("3b", "bytes", "MiB/s", "%.1f", HocResult::megabytes));
        }
        if (has("web")) {
            List<HocResult> one = rows.stream().filter(row -> isWeb(row, 1)).toList();
            List<HocResult> together = web(WebServerConfiguration.APART, 1);
            List<HocResult> apart = web(WebServerConfiguration.ALONE, 2);
            ToDoubleFunction<HocResult> rate = HocResult::throughput;
            List<LineChart.Series> configurations = List.of(
                    LineChart.line("replies/s", one, HocReport::number, rate),
                    LineChart.line("hits, %", one, HocReport::number, row -> 100 * row.hitRatio()));
            List<LineChart.Series> shared = List.of(LineChart.line("in time", together, HocResult::servers, rate));
            List<LineChart.Series> herd = List.of(
                    LineChart.line("n nodes and n web servers", of("herd"), row -> 2 * row.servers(), rate),
                    LineChart.line("2n web servers, own cache", apart, HocResult::servers, rate));
            String up = "replies/s in time, and hits in %";
            String title = "configurations of one web server";
            figures.add(new PaperFigure("4", title, "configuration", up, "%.1f", configurations));
            title = "one node of the repository for several web servers";
            figures.add(new PaperFigure("5", title, "web servers", "replies/s", "%.1f", shared));
            title = "as many nodes as web servers, and twice as many without";
            figures.add(new PaperFigure("6", title, "machines", "replies/s", "%.1f", herd));
        }
        String csv = HocResult.COLUMNS.csv(rows);
        return new FigureReport("The Herd of Object Caches, on the repository", head, figures, claims(), "", csv);
    }

    private List<PaperClaim> claims() {
        List<PaperClaim> claims = new ArrayList<>();
        for (String set : List.of("get-8k", "get-16k")) {
            List<HocResult> of = of(set);
            if (of.size() > 1) {
                String what = set + ": " + of.getLast().servers() + " servers over "
                        + of.getFirst().servers();
                String found = ratio(of.getLast(), of.getFirst());
                claims.add(new PaperClaim("3", what, "near linear to 10, each on a machine", found));
            }
        }
        for (HocResult row : of("get-512").stream().limit(1).toList()) {
            claims.add(PaperClaim.of("-", "gets/s of 512 bytes, 3072 under way", "20 000", "%,.0f", row.throughput()));
        }
        for (WebServerConfiguration how : WebServerConfiguration.ALL) {
            boolean last = how.equals(WebServerConfiguration.ALL.getLast());
            String what = "replies/s, (" + how.number() + ") " + how.label();
            String paper = last ? "74.4, more than all others" : "less than (7)";
            find(row -> isWeb(row, 1) && number(row) == how.number())
                    .map(row -> ReportTextFormat.format("%.1f, hits %.0f %%", row.throughput(), 100 * row.hitRatio()))
                    .ifPresent(found -> claims.add(new PaperClaim("4", what, paper, found)));
        }
        for (HocResult herd : of("herd")) {
            int machines = 2 * herd.servers();
            String what = herd.servers() + " + " + herd.servers() + " over " + machines + " alone";
            find(row -> isWeb(row, machines) && number(row) == WebServerConfiguration.ALONE.number())
                    .map(row -> ratio(herd, row))
                    .ifPresent(found -> claims.add(new PaperClaim("6", what, "4.1 at 8 + 8, 1 + 1 below", found)));
        }
        claims.addAll(more);
        return claims;
    }

    private PaperFigure gets(String number, String title, String up, String form, ToDoubleFunction<HocResult> figure) {
        List<LineChart.Series> lines = Stream.of("get-8k", "get-16k")
                .filter(this::has)
                .map(set -> LineChart.line(set, of(set), HocResult::servers, figure))
                .toList();
        return new PaperFigure(number, title, "servers", up, form, lines);
    }

    private List<HocResult> web(WebServerConfiguration how, int least) {
        return of("web").stream()
                .filter(row -> row.servers() >= least && number(row) == how.number())
                .toList();
    }

    private static boolean isWeb(HocResult row, int servers) {
        return row.set().equals("web") && row.servers() == servers;
    }

    private static int number(HocResult row) {
        return Integer.parseInt(row.configuration());
    }

    private boolean has(String set) {
        return !of(set).isEmpty();
    }

    private List<HocResult> of(String set) {
        return rows.stream().filter(row -> row.set().equals(set)).toList();
    }

    private Optional<HocResult> find(Predicate<HocResult> which) {
        return rows.stream().filter(which).findFirst();
    }

    private static String ratio(HocResult above, HocResult below) {
        return PaperClaim.ratio(above.throughput(), below.throughput());
    }
}
