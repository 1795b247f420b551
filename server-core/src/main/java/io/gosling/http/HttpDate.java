package io.gosling.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats and parses dates as HTTP writes them (RFC 9110, section 5.6.7): one form to send, three to understand. */
public final class HttpDate {
    private static final int OLDEST_YEAR = 1970;
    private static final DateTimeFormatter FIXED =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
    private static final DateTimeFormatter RFC_850 = new DateTimeFormatterBuilder()
            .appendPattern("EEEE, dd-MMM-")
            .appendValueReduced(ChronoField.YEAR, 2, 2, OLDEST_YEAR)
            .appendPattern(" HH:mm:ss 'GMT'")
            .toFormatter(Locale.ENGLISH);
    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);
    private static final List<DateTimeFormatter> FORMS = List.of(FIXED, RFC_850, ASCTIME);

    private HttpDate() {}

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
}
