package io.gosling.bench.compare;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Connections that nodes have taken, as a front-end counts them.
 *
 * @param within the number that the node confirmed within so many seconds, by these
 */
record FrontEndHandoffMetrics(long taken, Map<Double, Long> within) {
    static final FrontEndHandoffMetrics NONE = new FrontEndHandoffMetrics(0, Map.of());

    private static final Pattern TAKEN =
            Pattern.compile("(?m)^gosling_handoffs_total\\{outcome=\"taken\"[^}]*\\} ([0-9.eE+]+)$");
    private static final Pattern WITHIN =
            Pattern.compile("(?m)^gosling_handoff_seconds_bucket\\{le=\"([0-9.eE-]+)\"[^}]*\\} ([0-9.eE+]+)$");

    FrontEndHandoffMetrics {
        within = Map.copyOf(within);
    }

    static FrontEndHandoffMetrics of(String metrics) {
        Matcher taken = TAKEN.matcher(metrics);
        Map<Double, Long> within = WITHIN.matcher(metrics)
                .results()
                .collect(Collectors.toMap(bucket -> Double.valueOf(bucket.group(1)), bucket ->
                        (long) Double.parseDouble(bucket.group(2))));
        return new FrontEndHandoffMetrics(taken.find() ? (long) Double.parseDouble(taken.group(1)) : 0, within);
    }

    FrontEndHandoffMetrics since(FrontEndHandoffMetrics before) {
        Map<Double, Long> more = new TreeMap<>();
        within.forEach((bound, count) -> more.put(bound, count - before.within.getOrDefault(bound, 0L)));
        return new FrontEndHandoffMetrics(taken - before.taken, more);
    }

    /**
     * So many microseconds were enough for half of them: a bound of the front-end's, so it may have been less. Not a
     * number without any.
     */
    double medianMicros() {
        return new TreeMap<>(within)
                .entrySet().stream()
                        .filter(bound -> taken > 0 && 2 * bound.getValue() >= taken)
                        .mapToDouble(bound -> bound.getKey() * 1e6)
                        .findFirst()
                        .orElse(Double.NaN);
    }
}
