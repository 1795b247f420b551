package io.gosling.tools.workload;

import io.gosling.tools.report.ReportTextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The correlations between the requests of a generated trace, in addition to the popularity of objects. Each share is
 * one of all requests, so together they are at most 1; the remaining requests are drawn by popularity alone.
 *
 * @param once the share for what is asked for once and never again, 0 to 1
 * @param again the share for what was asked for lately, 0 to 1: the object that was the last but n is asked for in
 *     proportion to 1/n (the stack model of locality; Mattson et al. 1970, Busari and Williamson 2002)
 * @param depth how many different objects count as lately asked for, 1 to 100 000
 * @param change requests between two changes of favourites, 0 for none: an object, each as likely, becomes another one,
 *     which has its popularity and was never asked for
 * @param crowds each for an object of its own
 */
public record TraceCorrelations(
        double once, double again, int depth, int change, List<FlashCrowdSpecification> crowds) {
    public static final TraceCorrelations NONE = new TraceCorrelations(0, 0, 1, 0, List.of());

    private static final int DEPTH = 1000;
    private static final int DEEPEST = 100_000;
    private static final Pattern LOCALITY = Pattern.compile("(\\d(?:\\.\\d{1,9})?)(?::(\\d{1,6}))?");

    public TraceCorrelations {
        crowds = List.copyOf(crowds);
        if (!(once >= 0 && again >= 0 && once + again + FlashCrowdSpecification.most(crowds) <= 1)) {
            throw new IllegalArgumentException(ReportTextFormat.format(
                    "requests for what is asked for once have a share of %s, those for what was asked for lately %s,"
                            + " and crowds up to %s; expected 0 or more each, and 1 together at most",
                    once, again, FlashCrowdSpecification.most(crowds)));
        }
        if (depth < 1 || depth > DEEPEST) {
            throw new IllegalArgumentException(
                    "locality reaches back over " + depth + " objects; expected 1 to " + DEEPEST);
        }
        if (change < 0) {
            throw new IllegalArgumentException("favourites change every " + change + " requests; expected 0 or more");
        }
    }

    /** The same with locality as people write it: {@code 0.3}, or {@code 0.3:5000} with the depth; empty for none. */
    public TraceCorrelations withLocality(String text) {
        if (text.isEmpty()) {
            return this;
        }
        Matcher matcher = LOCALITY.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--locality is '" + text
                    + "'; expected a share of the requests, 0 to 1, and over how many objects, such as 0.3 or"
                    + " 0.3:5000");
        }
        int deep = matcher.group(2) == null ? DEPTH : Integer.parseInt(matcher.group(2));
        return new TraceCorrelations(once, Double.parseDouble(matcher.group(1)), deep, change, crowds);
    }

    boolean isAny() {
        return once > 0 || again > 0 || !crowds.isEmpty();
    }

    /** For the origin of a trace, each part with a comma behind it. */
    String told() {
        List<String> parts = new ArrayList<>();
        if (change > 0) {
            parts.add("one replaced every " + change + " requests");
        }
        if (once > 0) {
            parts.add(once + " of the requests for what is asked for once");
        }
        if (again > 0) {
            parts.add(again + " for one of the last " + depth);
        }
        if (!crowds.isEmpty()) {
            parts.add("crowds of "
                    + crowds.stream().map(FlashCrowdSpecification::toString).toList());
        }
        return String.join("", parts.stream().map(part -> part + ", ").toList());
    }
}
