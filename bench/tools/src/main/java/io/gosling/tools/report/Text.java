package io.gosling.tools.report;

import java.util.Locale;

/** Formats text the same way everywhere, and escapes it for HTML and SVG. */
public final class Text {
    private Text() {}

    /** As {@link String#format}, independent of the machine's language. */
    public static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
