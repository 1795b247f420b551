package io.gosling.node.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Formats the live view of a cluster. Pure, but for the time of day.
 *
 * @param order one of {@link #ORDERS}, by which members are ordered
 * @param site shows only hot objects of this site; null for all
 * @param pool shows only back-ends with this label; null for all
 */
public record TopReport(
        char order, @Nullable String site, @Nullable String pool) {
    /** By name, requests, hit ratio, reads of sources, CPU and memory; all but names begin with the largest. */
    public static final String ORDERS = "nrhscm";

    /** The view of what happened between two statuses. */
    public String write(StatusInterval interval) {
        StringBuilder text = new StringBuilder(StatusInterval.TITLE + "\n" + interval.line() + "\n\n");
        ToDoubleFunction<Map<?, ?>> largestFirst = member -> {
            double value = figure(interval, member);
            return Double.isNaN(value) ? 0 : -value;
        };
        text.append(StatusReport.table(
                "MEMBER:name, KIND:kind, STATE:state, REQUESTS/S:requests, OWN MEMORY:own, PEERS:peers, SOURCE:source,"
                        + " HIT RATIO:hits, CPU:cpu, USED:memory.bytes#, BUDGET:memory.budget#,"
                        + " CONNECTIONS:load.connections",
                interval.now().statuses().stream()
                        .sorted(Comparator.comparingDouble(largestFirst)
                                .thenComparing(member -> StatusReport.text(member, "name")))
                        .<Map<?, ?>>map(member -> withRates(interval, member))
                        .toList()));
        interval.now().silent().forEach((name, silence) -> text.append(silence.line(name) + "\n"));
        List<Map<?, ?>> backends = backends(interval);
        if (!backends.isEmpty()) {
            text.append('\n')
                    .append(StatusReport.table(
                            "BACK-END:name, OF:of, STATE:state, HEALTH:health, LOAD:load, REQUESTS/S:requests,"
                                    + " FAILURES/S:failures",
                            backends));
        }
        List<Map<?, ?>> nodes = interval.nodes();
        if (!nodes.isEmpty()) {
            String own = "/" + site + "/";
            text.append('\n')
                    .append(StatusReport.hottest(
                            nodes,
                            path -> site == null
                                    || path.replaceFirst("^https?:/", "").startsWith(own)));
        }
        return text.toString();
    }

    private double figure(StatusInterval interval, Map<?, ?> member) {
        return switch (order) {
            case 'r' -> interval.requests(member);
            case 'h' -> interval.hitRatio(List.of(member));
            case 's' -> interval.from(member, StatusInterval.SOURCE);
            case 'c' -> interval.cpu(member);
            case 'm' -> StatusReport.number(StatusReport.map(member, "memory"), "bytes");
            default -> 0;
        };
    }

    private static Map<?, ?> withRates(StatusInterval interval, Map<?, ?> member) {
        double all = interval.requests(member);
        Map<Object, @Nullable Object> rated = new LinkedHashMap<>(member);
        rated.put("requests", rate(all));
        rated.put("cpu", StatusInterval.percent(interval.cpu(member)));
        if (StatusReport.text(member, "kind").equals("node")) {
            rated.put("own", StatusInterval.percent(interval.from(member, StatusInterval.OWN) / all));
            rated.put("peers", StatusInterval.percent(interval.from(member, StatusInterval.PEERS) / all));
            rated.put("source", StatusInterval.percent(interval.from(member, StatusInterval.SOURCE) / all));
            rated.put("hits", StatusInterval.percent(interval.hitRatio(List.of(member))));
        }
        return rated;
    }

    private List<Map<?, ?>> backends(StatusInterval interval) {
        List<Map<?, ?>> found = new ArrayList<>();
        for (Map<?, ?> frontEnd : interval.now().statuses()) {
            for (Map<?, ?> backend : ofFrontEnd(frontEnd)) {
                if (pool == null || (backend.get("labels") instanceof List<?> labels && labels.contains(pool))) {
                    String name = StatusReport.text(backend, "name");
                    Map<Object, @Nullable Object> rated = new LinkedHashMap<>(backend);
                    rated.put("of", StatusReport.text(frontEnd, "name"));
                    for (String counter : List.of("requests", "failures")) {
                        rated.put(counter, rate(interval.rate(frontEnd, status -> count(status, name, counter))));
                    }
                    found.add(rated);
                }
            }
        }
        return found;
    }

    private static double count(Map<?, ?> frontEnd, String backend, String counter) {
        return ofFrontEnd(frontEnd).stream()
                .filter(one -> StatusReport.text(one, "name").equals(backend))
                .mapToDouble(one -> StatusReport.number(one, counter))
                .sum();
    }

    /** The back-ends of a front-end, or of a node that dispatches. */
    private static List<Map<?, ?>> ofFrontEnd(Map<?, ?> member) {
        Map<?, ?> dispatch = StatusReport.map(member, "dispatch");
        return StatusReport.list(dispatch.isEmpty() ? member : dispatch, "backends");
    }

    private static String rate(double perSecond) {
        return Double.isNaN(perSecond) ? "-" : String.format(Locale.ROOT, "%.1f", perSecond);
    }
}
