package io.gosling.settings;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 2s}, {@code 1m}, {@code 3h}, {@code 1d}.
 *
 * <p>The unit is never left out: a bare number means seconds to one reader and milliseconds to another.
 */
public final class TimeSpan {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms");
    private static final long[] MILLIS = {86_400_000, 3_600_000, 60_000, 1000, 1};

    private TimeSpan() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException when the text is not a whole number with a unit
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("not a duration: " + text);
        }
        return Duration.ofMillis(MILLIS[UNITS.indexOf(form.group(2))]).multipliedBy(Long.parseLong(form.group(1)));
    }

    /** The shortest exact form that {@link #parse} reads back; parts of a millisecond are dropped. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        int unit = millis == 0 ? UNITS.indexOf("s") : 0;
        while (millis % MILLIS[unit] != 0) {
            unit++;
        }
        return millis / MILLIS[unit] + UNITS.get(unit);
    }
}
