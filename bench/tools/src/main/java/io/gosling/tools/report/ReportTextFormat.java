package io.gosling.tools.report;

import io.gosling.http.Response;
import java.util.Locale;

/** Formats text the same way everywhere, escapes it for HTML and SVG, and reads numbers. */
public final class ReportTextFormat {
    private static final int MOST_DIGITS = 18;

    private ReportTextFormat() {}

    /** As {@link String#format}, independent of the machine's language. */
    public static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    /** A number of 1 to 18 digits; -1 for anything else. */
    public static long number(CharSequence text) {
        long number = text.isEmpty() || text.length() > MOST_DIGITS ? -1 : 0;
        for (int at = 0; at < text.length() && number >= 0; at++) {
            int digit = text.charAt(at) - '0';
            number = digit < 0 || digit > 9 ? -1 : 10 * number + digit;
        }
        return number;
    }

    static String escaped(String text) {
        return Response.escaped(text);
    }
}
