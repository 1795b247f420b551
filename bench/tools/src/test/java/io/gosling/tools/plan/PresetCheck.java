package io.gosling.tools.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares the published figures of the traces that presets imitate with those of a generated one. Some figures hold
 * for any number of requests, others only for as many as the paper has: where few are drawn, the last per cents of the
 * requests cover fewer bytes, since most of the objects that have them are drawn by chance or not at all.
 */
final class PresetCheck {
    /** A figure that is so near to what is published is the same. */
    static final double TOLERANCE = 0.1;

    private static final double MEGABYTE = 1 << 20;

    /** A published figure, and how it is measured. */
    private record Published(String what, double figure, ToDoubleFunction<TraceStatistics> measured) {}

    /**
     * A measured figure beside the published one.
     *
     * @param difference to what is published, as a share of that
     */
    record Line(String what, double published, double measured, double difference) {
        boolean holds() {
            return Math.abs(difference) <= TOLERANCE;
        }
    }

    private static final Map<String, List<Published>> ALL = Map.of(
            "rice", coverage(37_703, 1418, 560, 705, 927, 2),
            "ibm", coverage(38_527, 1029, 51, 80, 182, 5),
            "hoc",
                    List.of(
                            new Published("files", 100_000, TraceStatistics::objects),
                            new Published("MB of all files", 4096, facts -> facts.footprint() / MEGABYTE),
                            new Published(
                                    "KB of a request, mean", 36.8, facts -> facts.asked() / 1024.0 / facts.requests())),
            "sequoia", List.of(new Published("files", 131, TraceStatistics::objects)),
            "mapug",
                    List.of(
                            new Published("documents", 1534, TraceStatistics::objects),
                            new Published("KB of all documents", 5918, facts -> facts.footprint() / 1024.0)),
            "lod",
                    List.of(
                            new Published("documents", 349, TraceStatistics::objects),
                            new Published("KB of all documents", 750, facts -> facts.footprint() / 1024.0)),
            "specweb", List.of(new Published("bytes of all files", 1_027_897, TraceStatistics::footprint)));

    /** The number of requests at which a preset has as many requested objects as the HOC paper reports of its log. */
    private static final int HOC_REQUESTS = 250_000;

    private PresetCheck() {}

    private static List<Published> coverage(
            int files, int megabytes, int first, int second, int third, int topPercent) {
        return List.of(
                new Published("files", files, TraceStatistics::objects),
                new Published("MB of all files", megabytes, facts -> facts.footprint() / MEGABYTE),
                new Published("MB for 97 % of the requests", first, facts -> facts.covering()[0] / MEGABYTE),
                new Published("MB for 98 % of the requests", second, facts -> facts.covering()[1] / MEGABYTE),
                new Published("MB for 99 % of the requests", third, facts -> facts.covering()[2] / MEGABYTE),
                new Published("% of the requests for one file", topPercent, facts -> 100 * facts.top()));
    }

    /** Each figure that is published; none of a preset without a paper. */
    static List<Line> of(String preset, TraceStatistics facts) {
        List<Published> published = new ArrayList<>(ALL.getOrDefault(preset, List.of()));
        if (preset.equals("hoc") && facts.requests() == HOC_REQUESTS) {
            published.add(new Published("files that are asked for", 74_226, one -> one.objects() - one.unasked()));
        }
        return published.stream()
                .map(one -> {
                    double measured = one.measured.applyAsDouble(facts);
                    return new Line(one.what, one.figure, measured, measured / one.figure - 1);
                })
                .toList();
    }

    /** As text, each figure on a line and what came of it behind them; empty for none. */
    static String text(String preset, TraceStatistics facts) {
        List<Line> lines = of(preset, facts);
        if (lines.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-32s %12s %12s %9s%n", "", "here", "published", ""));
        for (Line line : lines) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-32s %,12.0f %,12.0f %+8.1f %%%s%n",
                    line.what,
                    line.measured,
                    line.published,
                    100 * line.difference,
                    line.holds() ? "" : "  differs"));
        }
        long others = lines.stream().filter(line -> !line.holds()).count();
        text.append("Of ").append(lines.size()).append(" published figures ");
        if (others == 0) {
            text.append(String.format(Locale.ROOT, "all hold within %.0f %%.%n", 100 * TOLERANCE));
        } else {
            text.append(String.format(
                    Locale.ROOT,
                    "%d differ by more than %.0f %%; more requests come nearer to shares of them, and habits or other"
                            + " sizes lead away.%n",
                    others,
                    100 * TOLERANCE));
        }
        return text.toString();
    }
}
