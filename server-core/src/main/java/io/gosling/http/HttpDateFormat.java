package io.gosling.http;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats and parses dates as HTTP writes them (RFC 9110, section 5.6.7): one form to send, three to understand. */
public final class HttpDateFormat {
    private static final int OLDEST_YEAR = 1970;
    /** Own texts instead of the locale's, which take 10 ms to load. */
    private static final Map<Long, String> DAYS = texts(DayOfWeek.values(), 3);

    private static final Map<Long, String> WHOLE_DAYS = texts(DayOfWeek.values(), 9);
    private static final Map<Long, String> MONTHS = texts(Month.values(), 3);
    private static final DateTimeFormatter FIXED = new DateTimeFormatterBuilder()
            .appendText(ChronoField.DAY_OF_WEEK, DAYS)
            .appendPattern(", dd ")
            .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
            .appendPattern(" yyyy HH:mm:ss 'GMT'")
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder()
            .appendText(ChronoField.DAY_OF_WEEK, WHOLE_DAYS)
            .appendPattern(", dd-")
            .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
            .appendLiteral('-')
            .appendValueReduced(ChronoField.YEAR, 2, 2, OLDEST_YEAR)
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter ASCTIME = new DateTimeFormatterBuilder()
            .appendText(ChronoField.DAY_OF_WEEK, DAYS)
            .appendLiteral(' ')
            .appendText(ChronoField.MONTH_OF_YEAR, MONTHS)
            .appendPattern(" ppd HH:mm:ss yyyy")
            .toFormatter(Locale.ROOT);
    private static final List<DateTimeFormatter> FORMS = List.of(FIXED, RFC_850, ASCTIME);

    private HttpDateFormat() {}

    /** The time to the second, such as {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    public static String format(Instant time) {
        return FIXED.format(time.atOffset(ZoneOffset.UTC));
    }

    /** The time of any of the three forms, or null; null for null. */
    public static @Nullable Instant parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        for (DateTimeFormatter form : FORMS) {
            try {
                return LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                // Not this form; the next one may fit.
            }
        }
        return null;
    }

    /** The English names of all days or months, numbered from 1, each cut to some letters. */
    private static Map<Long, String> texts(Enum<?>[] values, int most) {
        Map<Long, String> texts = new HashMap<>();
        for (Enum<?> value : values) {
            String name = value.name().charAt(0) + value.name().substring(1).toLowerCase(Locale.ROOT);
            texts.put(value.ordinal() + 1L, name.substring(0, Math.min(most, name.length())));
        }
        return texts;
    }
}
