package io.gosling.bench.gos;

import io.gosling.bench.cluster.ResponseSourceCounts;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ResultColumns;
import java.util.List;
import java.util.Map;

/** The report on a cluster of unlike nodes. */
record HeterogeneousReport(Map<String, String> head, Found found) {
    private static final String RULE = "|---|---|---|--:|---|---|---|" + "--:|".repeat(7);

    /**
     * One node's part.
     *
     * @param alone requests a second, when it alone was asked and asked no other
     */
    record Row(int number, HeterogeneousNode node, double alone, ResponseSourceCounts together) {}

    /**
     * The results of all nodes.
     *
     * @param throughput requests a second of all together, behind the front-end
     */
    record Found(List<Row> rows, long compared, long wrong, double throughput) {
        private double alone() {
            return rows.stream().mapToDouble(Row::alone).sum();
        }

        private double capacity(Row row) {
            return alone() == 0 ? 0 : row.alone() / alone();
        }

        private double requests(Row row) {
            double all = rows.stream().mapToLong(one -> one.together().all()).sum();
            return all == 0 ? 0 : row.together().all() / all;
        }

        ResultColumns<Row> columns() {
            return ResponseSourceCounts.shares(
                    new ResultColumns<Row>()
                            .and("node", "n%d", Row::number)
                            .and("transport", row -> row.node().transport())
                            .and("heap", row -> row.node().heap())
                            .and("cpu_percent", row -> row.node().percent())
                            .and("locale", row -> row.node().language())
                            .and("charset", row -> row.node().charset())
                            .and("jvm", row -> row.node().compiles())
                            .and("alone_rps", "%.1f", Row::alone)
                            .and("capacity_share", "%.4f", this::capacity)
                            .and("request_share", "%.4f", this::requests),
                    Row::together);
        }
    }

    FigureReport figures() {
        List<LineChart.Series> lines = List.of(
                LineChart.line(
                        "requests behind the front-end", found.rows, Row::number, row -> 100 * found.requests(row)),
                LineChart.line("what it carries alone", found.rows, Row::number, row -> 100 * found.capacity(row)));
        return new FigureReport(
                "One cluster of unlike nodes",
                head,
                List.of(new PaperFigure("1", "load and capacity of unlike nodes", "node", "% of all", "%.1f", lines)),
                claims(),
                "\n" + Markdown.table(found.columns().table(found.rows), RULE),
                found.columns().csv(found.rows));
    }

    private List<PaperClaim> claims() {
        double most = found.rows.stream()
                .mapToDouble(row -> Math.abs(found.requests(row) - found.capacity(row)))
                .max()
                .orElse(0);
        String wrong = found.wrong + " of " + found.compared + " answers wrong";
        String parts = "a node's part of the requests and of the capacity, largest difference";
        String all = "requests/s of all together, and of each alone added up";
        return List.of(
                new PaperClaim("-", "unlike nodes in one cluster answer rightly", "four machines, two systems", wrong),
                PaperClaim.of("1", parts, "not said", "%.1f points", 100 * most),
                PaperClaim.of("1", all, "not said", "%.0f, %.0f", found.throughput, found.alone()));
    }
}
