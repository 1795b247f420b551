package io.gosling.tools.load;

import io.gosling.tools.report.Axis;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The report of a run, for people and programs.
 *
 * @param head machine, date, command, what was asked
 */
record LoadReport(Map<String, String> head, LoadResult result) {
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 100};
    static final String CSV_HEAD =
            "seconds,requests,requests_per_s,bytes_per_s,failures,status_2xx,status_3xx,status_4xx,status_5xx,"
                    + "hit_ratio,delay_mean_ms,delay_p50_ms,delay_p90_ms,delay_p99_ms,delay_p999_ms,delay_max_ms";

    private Tally tally() {
        return result.tally();
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) -> text.append("- " + name + ": " + value + "\n"));
        text.append("\n| what | |\n|---|---:|\n");
        figures().forEach((name, value) -> text.append("| " + name + " | " + value + " |\n"));
        return text.toString();
    }

    private Map<String, String> figures() {
        Tally tally = tally();
        Map<String, String> figures = new LinkedHashMap<>();
        figures.put("requests answered", String.format(Locale.ROOT, "%,d", tally.requests()));
        figures.put("in seconds", number(result.seconds()));
        figures.put("requests/s", String.format(Locale.ROOT, "%,.1f", result.throughput()));
        figures.put("bytes/s", Axis.size(tally.bytes() / result.seconds()));
        figures.put("delay, mean, ms", number(tally.meanMillis()));
        for (double percentile : PERCENTILES) {
            figures.put(words(percentile), number(tally.delayMillis(percentile)));
        }
        if (tally.pages() > 0) {
            figures.put("whole pages", String.format(Locale.ROOT, "%,d", tally.pages()));
            figures.put("a whole page, 50 %, ms", number(tally.pageMillis(50)));
            figures.put("a whole page, 99 %, ms", number(tally.pageMillis(99)));
        }
        figures.put(
                "processor time of the load generator, µs a request",
                number(result.cpuNanos() / 1e3 / Math.max(1, tally.requests())));
        shares().forEach(figures::put);
        return figures;
    }

    /** The counts by status, by the cache that answered, and by the reason of failures. */
    private Map<String, String> shares() {
        Tally tally = tally();
        Map<String, String> shares = new LinkedHashMap<>();
        for (int hundreds = 2; hundreds <= 9; hundreds++) {
            if (tally.ofClass(hundreds) > 0) {
                shares.put("status " + hundreds + "xx", share(tally.ofClass(hundreds), tally.requests()));
            }
        }
        sorted(tally.kinds()).forEach((kind, count) -> shares.put(kind, share(count, tally.requests())));
        long all = tally.requests() + tally.failures();
        sorted(tally.errors()).forEach((reason, count) -> shares.put("failed: " + reason, share(count, all)));
        return shares;
    }

    private static Map<String, Long> sorted(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }

    private static String share(long count, long of) {
        return String.format(Locale.ROOT, "%,d (%.2f %%)", count, 100.0 * count / of);
    }

    private static String words(double percentile) {
        return percentile == 100 ? "delay, longest, ms" : "delay, " + plain(percentile) + " %, ms";
    }

    private static String plain(double percentile) {
        return percentile == Math.rint(percentile) ? Integer.toString((int) percentile) : Double.toString(percentile);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** One line with a line of names. */
    String csv() {
        Tally tally = tally();
        return CSV_HEAD
                + String.format(
                        Locale.ROOT,
                        "%n%.3f,%d,%.1f,%.0f,%d,%d,%d,%d,%d,%.6f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f%n",
                        result.seconds(),
                        tally.requests(),
                        result.throughput(),
                        tally.bytes() / result.seconds(),
                        tally.failures(),
                        tally.ofClass(2),
                        tally.ofClass(3),
                        tally.ofClass(4),
                        tally.ofClass(5),
                        tally.hitRatio(),
                        tally.meanMillis(),
                        tally.delayMillis(50),
                        tally.delayMillis(90),
                        tally.delayMillis(99),
                        tally.delayMillis(99.9),
                        tally.delayMillis(100));
    }

    String json() {
        Tally tally = tally();
        StringBuilder delays = new StringBuilder("{\"mean\":").append(number(tally.meanMillis()));
        for (double percentile : PERCENTILES) {
            delays.append(",\"p").append(plain(percentile)).append("\":").append(number(tally.delayMillis(percentile)));
        }
        StringBuilder text = new StringBuilder("{\"head\":{");
        text.append(head.entrySet().stream()
                .map(fact -> quoted(fact.getKey()) + ":" + quoted(fact.getValue()))
                .collect(Collectors.joining(",")));
        text.append("},\"seconds\":").append(number(result.seconds()));
        text.append(",\"requests\":").append(tally.requests());
        text.append(",\"requests_per_s\":").append(number(result.throughput()));
        text.append(",\"bytes_per_s\":").append(number(tally.bytes() / result.seconds()));
        text.append(",\"own_cpu_us_per_request\":")
                .append(number(result.cpuNanos() / 1e3 / Math.max(1, tally.requests())));
        text.append(",\"delay_ms\":").append(delays).append('}');
        if (tally.pages() > 0) {
            text.append(",\"pages\":{\"count\":").append(tally.pages());
            text.append(",\"p50_ms\":").append(number(tally.pageMillis(50)));
            text.append(",\"p99_ms\":").append(number(tally.pageMillis(99))).append('}');
        }
        Map<String, Long> statuses = new LinkedHashMap<>();
        for (int hundreds = 2; hundreds <= 9; hundreds++) {
            if (tally.ofClass(hundreds) > 0) {
                statuses.put(hundreds + "xx", tally.ofClass(hundreds));
            }
        }
        text.append(",\"statuses\":").append(counts(statuses));
        text.append(",\"answers\":").append(counts(sorted(tally.kinds())));
        text.append(",\"errors\":").append(counts(sorted(tally.errors())));
        return text.append("}\n").toString();
    }

    private static String counts(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(count -> quoted(count.getKey()) + ":" + count.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    /** A page with plots that needs nothing from elsewhere. */
    String html() {
        Page page = new Page("Load").facts(head);
        List<Plot.Point> delays = new ArrayList<>();
        for (double nines = 0; nines <= 4; nines += 0.125) {
            double percentile = 100 * (1 - Math.pow(10, -nines));
            delays.add(new Plot.Point(Math.pow(10, nines), tally().delayMillis(percentile)));
        }
        Plot delay = new Plot(
                "Delay",
                Axis.logarithmic("one of so many requests was slower"),
                Axis.linear("ms"),
                List.of(new Plot.Series("delay", delays)));
        page.plots(List.of(delay, overTime("Throughput", "requests/s", Tally::requests)));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("what", ""));
        figures().forEach((name, value) -> rows.add(List.of(name, value)));
        return page.section("Figures").table(rows).html();
    }

    private Plot overTime(String title, String unit, ToDoubleFunction<Tally> sum) {
        List<Plot.Point> points = new ArrayList<>();
        double seconds = 0;
        double before = 0;
        for (LoadRun.Progress now : result.course()) {
            if (now.seconds() > seconds) {
                double then = sum.applyAsDouble(now.tally());
                points.add(new Plot.Point(now.seconds(), (then - before) / (now.seconds() - seconds)));
                seconds = now.seconds();
                before = then;
            }
        }
        return new Plot(title, Axis.linear("s"), Axis.linear(unit), List.of(new Plot.Series(unit, points)));
    }
}
