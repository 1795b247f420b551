package io.gosling.tools.report;

/** Escapes text for HTML and SVG. */
final class Text {
    private Text() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
