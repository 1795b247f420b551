package io.gosling.bench.report;

/** Text as HTML and SVG want it. */
final class Text {
    private Text() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
