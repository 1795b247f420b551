package io.gosling.tools.load;

import io.gosling.common.JsonWriter;
import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of a run, for people and programs. */
record LoadReport(Map<String, String> head, LoadResult result) implements Report.WithPage {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 100};
    static final ResultColumns<LoadResult> COLUMNS = new ResultColumns<LoadResult>()
            .and("seconds", "%.3f", LoadResult::seconds)
            .and("requests", one -> one.loadCounts().requests())
            .and("requests_per_s", "%.1f", LoadResult::throughput)
            .and("bytes_per_s", "%.0f", one -> one.loadCounts().bytes() / one.seconds())
            .and("failures", one -> one.loadCounts().failures())
            .and("status_2xx", one -> one.loadCounts().ofClass(2))
            .and("status_3xx", one -> one.loadCounts().ofClass(3))
            .and("status_4xx", one -> one.loadCounts().ofClass(4))
            .and("status_5xx", one -> one.loadCounts().ofClass(5))
            .and("hit_ratio", "%.6f", one -> one.loadCounts().hitRatio())
            .and("delay_mean_ms", "%.3f", one -> one.loadCounts().meanMillis())
            .and("delay_p50_ms", "%.3f", one -> one.loadCounts().delayMillis(50))
            .and("delay_p90_ms", "%.3f", one -> one.loadCounts().delayMillis(90))
            .and("delay_p99_ms", "%.3f", one -> one.loadCounts().delayMillis(99))
            .and("delay_p999_ms", "%.3f", one -> one.loadCounts().delayMillis(99.9))
            .and("delay_max_ms", "%.3f", one -> one.loadCounts().delayMillis(100));

    private LoadStatistics loadCounts() {
        return result.loadCounts();
    }

    @Override
    public String markdown() {
        return Markdown.facts(head) + "\n" + Markdown.table(rows(), "|---|---:|");
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("what", "")));
        figures().forEach((name, value) -> rows.add(List.of(name, value)));
        return rows;
    }

    private Map<String, String> figures() {
        LoadStatistics loadCounts = loadCounts();
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("requests answered", ReportTextFormat.format("%,d", loadCounts.requests()));
        figures.put("in seconds", number(result.seconds()));
        figures.put("requests/s", ReportTextFormat.format("%,.1f", result.throughput()));
        figures.put("bytes/s", ChartAxis.size(loadCounts.bytes() / result.seconds()));
        figures.put("delay, mean, ms", number(loadCounts.meanMillis()));
        for (double percentile : PERCENTILES) {
            figures.put(words(percentile), number(loadCounts.delayMillis(percentile)));
        }
        if (loadCounts.pages() > 0) {
            figures.put("whole pages", ReportTextFormat.format("%,d", loadCounts.pages()));
            figures.put("a whole page, 50 %, ms", number(loadCounts.pageMillis(50)));
            figures.put("a whole page, 99 %, ms", number(loadCounts.pageMillis(99)));
        }
        figures.put("processor time of the load generator, µs a request", number(ownMicros()));
        long answered = loadCounts.requests();
        long all = answered + loadCounts.failures();
        statuses().forEach((status, count) -> figures.put("status " + status, share(count, answered)));
        sorted(loadCounts.kinds()).forEach((kind, count) -> figures.put(kind, share(count, answered)));
        sorted(loadCounts.errors()).forEach((reason, count) -> figures.put("failed: " + reason, share(count, all)));
        return figures;
    }

    private Map<String, Long> statuses() {
        Map<String, Long> statuses = new LinkedHashMap<>();
        for (int hundreds = 2; hundreds <= 9; hundreds++) {
            if (loadCounts().ofClass(hundreds) > 0) {
                statuses.put(hundreds + "xx", loadCounts().ofClass(hundreds));
            }
        }
        return statuses;
    }

    private static Map<String, Long> sorted(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }

    private static String share(long count, long of) {
        return ReportTextFormat.format("%,d (%.2f %%)", count, 100.0 * count / of);
    }

    private static String words(double percentile) {
        return percentile == 100 ? "delay, longest, ms" : "delay, " + plain(percentile) + " %, ms";
    }

    private static String plain(double percentile) {
        return percentile == Math.rint(percentile) ? Integer.toString((int) percentile) : Double.toString(percentile);
    }

    private static String number(double value) {
        return ReportTextFormat.format("%.3f", value);
    }

    @Override
    public String csv() {
        return COLUMNS.csv(List.of(result));
    }

    String json() {
        LoadStatistics loadCounts = loadCounts();
        Map<String, Object> delays = new LinkedHashMap<>();
        delays.put("mean", digits(loadCounts.meanMillis()));
        for (double percentile : PERCENTILES) {
            delays.put("p" + plain(percentile), digits(loadCounts.delayMillis(percentile)));
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("head", head);
        fields.put("seconds", digits(result.seconds()));
        fields.put("requests", loadCounts.requests());
        fields.put("requests_per_s", digits(result.throughput()));
        fields.put("bytes_per_s", digits(loadCounts.bytes() / result.seconds()));
        fields.put("own_cpu_us_per_request", digits(ownMicros()));
        fields.put("delay_ms", delays);
        if (loadCounts.pages() > 0) {
            Map<String, Object> pages = new LinkedHashMap<>();
            pages.put("count", loadCounts.pages());
            pages.put("p50_ms", digits(loadCounts.pageMillis(50)));
            pages.put("p99_ms", digits(loadCounts.pageMillis(99)));
            fields.put("pages", pages);
        }
        fields.put("statuses", statuses());
        fields.put("answers", sorted(loadCounts.kinds()));
        fields.put("errors", sorted(loadCounts.errors()));
        return JsonWriter.write(fields) + "\n";
    }

    private double ownMicros() {
        return result.cpuNanos() / 1e3 / Math.max(1, loadCounts().requests());
    }

    private static Number digits(double value) {
        return Double.isFinite(value) ? new BigDecimal(number(value)) : value;
    }

    @Override
    public String html() {
        HtmlReportPage page = new HtmlReportPage("Load").facts(head);
        List<LineChart.Point> delays = new ArrayList<>();
        for (double nines = 0; nines <= 4; nines += 0.125) {
            double percentile = 100 * (1 - Math.pow(10, -nines));
            delays.add(new LineChart.Point(Math.pow(10, nines), loadCounts().delayMillis(percentile)));
        }
        LineChart delay = new LineChart(
                "Delay",
                ChartAxis.logarithmic("one of so many requests was slower"),
                ChartAxis.linear("ms"),
                List.of(new LineChart.Series("delay", delays)));
        page.plots(List.of(delay, overTime("Throughput", "requests/s", LoadStatistics::requests)));
        return page.section("Figures").table(rows()).html();
    }

    private LineChart overTime(String title, String unit, ToDoubleFunction<LoadStatistics> sum) {
        List<LineChart.Point> points = new ArrayList<>();
        double seconds = 0;
        double before = 0;
        for (LoadRun.Progress now : result.control()) {
            if (now.seconds() > seconds) {
                double then = sum.applyAsDouble(now.loadCounts());
                points.add(new LineChart.Point(now.seconds(), (then - before) / (now.seconds() - seconds)));
                seconds = now.seconds();
                before = then;
            }
        }
        return new LineChart(
                title, ChartAxis.linear("s"), ChartAxis.linear(unit), List.of(new LineChart.Series(unit, points)));
    }
}
