package io.gosling.settings;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500ms}, {@code 2s}, {@code 1m}, {@code 3h}, {@code 1d}.
 *
 * <p>The unit is never left out: a bare number means seconds to one reader and milliseconds to another.
 */
public final class DurationFormat {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms");
    private static final List<ChronoUnit> CHRONO =
            List.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS, ChronoUnit.MILLIS);

    private DurationFormat() {}

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
        return Duration.of(Long.parseLong(form.group(1)), CHRONO.get(UNITS.indexOf(form.group(2))));
    }

    /** The shortest exact form that {@link #parse} reads back; parts of a millisecond are dropped. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        int unit = millis == 0 ? UNITS.indexOf("s") : 0;
        while (millis % millisOf(unit) != 0) {
            unit++;
        }
        return millis / millisOf(unit) + UNITS.get(unit);
    }

    private static long millisOf(int unit) {
        return CHRONO.get(unit).getDuration().toMillis();
    }
}
