package io.gosling.node.report;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Two statuses of a cluster, and the rates between them. Pure. A rate is NaN of what was not there before, or has
 * restarted in between.
 */
public record StatusInterval(ClusterStatus before, ClusterStatus now) {
    static final Set<String> OWN = Set.of("local-memory");
    static final Set<String> PEERS = Set.of("home-memory", "peer-memory");
    static final Set<String> SOURCE = Set.of("local-disk", "home-disk", "origin");
    private static final Set<String> ERRORS = Set.of("error");

    /** The titles above {@link #line}. */
    public static final String TITLE = "    TIME  MEMBERS  REQUESTS/S  HIT RATIO  SOURCE READS/S  ERRORS/S";

    /** Growth of a counter of a member per second of its own clock, since members are asked one after another. */
    double rate(Map<?, ?> member, ToDoubleFunction<Map<?, ?>> counter) {
        return before.statuses().stream()
                .filter(old -> StatusReport.text(old, "name").equals(StatusReport.text(member, "name")))
                .filter(old ->
                        StatusReport.number(old, "uptime_seconds") < StatusReport.number(member, "uptime_seconds"))
                .mapToDouble(old -> (counter.applyAsDouble(member) - counter.applyAsDouble(old))
                        / (StatusReport.number(member, "uptime_seconds") - StatusReport.number(old, "uptime_seconds")))
                .filter(rate -> rate >= 0)
                .findFirst()
                .orElse(Double.NaN);
    }

    double requests(Map<?, ?> member) {
        return rate(member, status -> StatusReport.number(StatusReport.map(status, "requests"), "total"));
    }

    /** Processors in use: 1 for one. */
    double cpu(Map<?, ?> member) {
        return rate(member, status -> StatusReport.number(StatusReport.map(status, "load"), "cpu_seconds"));
    }

    /** Answers of a node with bytes from these sources. */
    double from(Map<?, ?> node, Set<String> kinds) {
        return rate(node, status -> {
            Map<?, ?> from = StatusReport.map(StatusReport.map(status, "requests"), "from");
            return kinds.stream()
                    .mapToDouble(kind -> StatusReport.number(from, kind))
                    .sum();
        });
    }

    /** The share of memory in what came from a memory or a source, of several nodes or one. */
    double hitRatio(List<Map<?, ?>> nodes) {
        double hits = sum(nodes, node -> from(node, OWN) + from(node, PEERS));
        return hits / (hits + sum(nodes, node -> from(node, SOURCE)));
    }

    /** Sums rates, without those that are NaN. */
    private static double sum(List<Map<?, ?>> members, ToDoubleFunction<Map<?, ?>> rate) {
        return members.stream()
                .mapToDouble(rate)
                .filter(value -> !Double.isNaN(value))
                .sum();
    }

    List<Map<?, ?>> nodes() {
        return now.statuses().stream()
                .filter(status -> StatusReport.text(status, "kind").equals("node"))
                .toList();
    }

    /** The whole cluster in one line. Requests are counted by nodes, and where there is none by front-ends. */
    public String line() {
        List<Map<?, ?>> nodes = nodes();
        return String.format(
                Locale.ROOT,
                "%s  %7d  %10.1f  %9s  %14.1f  %8.1f",
                DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).format(LocalTime.now(ZoneId.systemDefault())),
                now.statuses().size(),
                sum(nodes.isEmpty() ? now.statuses() : nodes, this::requests),
                percent(hitRatio(nodes)),
                sum(nodes, node -> from(node, SOURCE)),
                sum(nodes, node -> from(node, ERRORS)));
    }

    /** A share such as 98.7%, or a dash. */
    static String percent(double share) {
        return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }
}
