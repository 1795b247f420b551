package io.gosling.tools.trace;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/**
 * The part of a trace that counts, by its requests' times. Either bound is a moment, or so many seconds after the first
 * request that has a time.
 *
 * @param from in seconds, from the epoch or from the first request; the first that counts
 * @param until in seconds; the first that counts no more
 */
public record TraceWindow(double from, double until, boolean relative) {
    static final double UNKNOWN = Double.NaN;

    public static final TraceWindow ALL = new TraceWindow(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, true);

    /**
     * Of two texts, each empty for no bound: both moments ({@code 2026-11-22T10:00:00Z}) or both times after the first
     * request ({@code 90s}, {@code 15m}, {@code 2h}, {@code 7d}).
     *
     * @throws IllegalArgumentException when they are not
     */
    public static TraceWindow parse(String from, String until) {
        if (from.isEmpty() && until.isEmpty()) {
            return ALL;
        }
        boolean relative = isRelative(from.isEmpty() ? until : from);
        if (!from.isEmpty() && !until.isEmpty() && isRelative(until) != relative) {
            throw new IllegalArgumentException("the window is from '" + from + "' until '" + until
                    + "'; expected two moments or two times after the first request");
        }
        double first = from.isEmpty() ? Double.NEGATIVE_INFINITY : seconds(from);
        double end = until.isEmpty() ? Double.POSITIVE_INFINITY : seconds(until);
        if (first >= end) {
            throw new IllegalArgumentException(
                    "the window from '" + from + "' until '" + until + "' is empty; expected the later one last");
        }
        return new TraceWindow(first, end, relative);
    }

    private static boolean isRelative(String text) {
        return text.matches("\\d+(\\.\\d+)?[smhd]");
    }

    private static double seconds(String text) {
        if (isRelative(text)) {
            double number = Double.parseDouble(text.substring(0, text.length() - 1));
            return number
                    * switch (text.charAt(text.length() - 1)) {
                        case 'd' -> 86_400;
                        case 'h' -> 3600;
                        case 'm' -> 60;
                        default -> 1;
                    };
        }
        double moment = moment(text, DateTimeFormatter.ISO_INSTANT);
        if (Double.isNaN(moment)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no time; expected one such as 2026-11-22T10:00:00Z, or 90s, 15m, 2h or 7d after"
                            + " the first request");
        }
        return moment;
    }

    /** Seconds from the epoch; {@link #UNKNOWN} where a text is no time of this form. */
    static double moment(String text, DateTimeFormatter form) {
        try {
            return Instant.from(form.parse(text)).toEpochMilli() / 1000.0;
        } catch (DateTimeException | ArithmeticException e) {
            return UNKNOWN;
        }
    }

    boolean isAll() {
        return this.equals(ALL);
    }

    boolean has(double time, double first) {
        double at = relative ? time - first : time;
        return at >= from && at < until;
    }
}
