package io.gosling.node.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds up metrics of several processes in Prometheus' text format: counters, histograms, sums and counts of summaries,
 * and the gauges of {@link #GAUGES}. Other gauges, such as limits and states, have no meaningful sum and are left out,
 * as are lines that cannot be read. Histograms have the same buckets everywhere. Not thread-safe.
 */
final class MetricsSum {
    /** Gauges that count or measure what each process has of its own. */
    static final Set<String> GAUGES = Set.of("""
            gosling_objects gosling_memory_used_bytes gosling_memory_budget_bytes gosling_disk_objects
            gosling_disk_used_bytes gosling_repository_objects gosling_repository_bytes gosling_repository_copies
            gosling_repository_copy_bytes gosling_connections gosling_admitted
            gosling_paused gosling_queued gosling_slow_client_bytes gosling_long_lived_requests gosling_backend_load
            gosling_handoff_held gosling_handoff_flows jvm_memory_used_bytes jvm_threads_live_threads
            process_files_open_files""".split("\\s+"));

    /** By the line with the name and the type of the metric, its samples by name and labels. */
    private final Map<String, Map<String, Double>> metrics = new LinkedHashMap<>();

    /** Adds the metrics of a process. */
    void add(String text) {
        Map<String, Double> metric = null;
        for (String line : text.split("\n")) {
            if (line.startsWith("# TYPE ")) {
                metric = metric(line);
            } else if (metric != null && !line.startsWith("#") && !line.contains("quantile=\"")) {
                sample(metric, line);
            }
        }
    }

    private @Nullable Map<String, Double> metric(String line) {
        String[] words = line.split(" ");
        boolean adds = switch (words[words.length - 1]) {
            case "counter", "histogram", "summary" -> true;
            case "gauge" -> GAUGES.contains(words[2]);
            default -> false;
        };
        return adds ? metrics.computeIfAbsent(line, first -> new LinkedHashMap<>()) : null;
    }

    private static void sample(Map<String, Double> metric, String line) {
        int blank = line.lastIndexOf(' ');
        try {
            double value = Double.parseDouble(line.substring(blank + 1));
            if (blank > 0 && Double.isFinite(value)) {
                metric.merge(line.substring(0, blank), value, Double::sum);
            }
        } catch (NumberFormatException e) {
            // Not a sample: left out.
        }
    }

    /** The sums, in the order in which the metrics came. */
    String text() {
        StringBuilder text = new StringBuilder();
        metrics.forEach((type, samples) -> {
            text.append(type).append('\n');
            samples.forEach((series, value) ->
                    text.append(series).append(' ').append(value).append('\n'));
        });
        return text.toString();
    }
}
