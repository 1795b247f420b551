package io.gosling.replication.graph;

import java.util.Arrays;
import org.jsoup.parser.Parser;

/**
 * Text whose characters remember their place in the page.
 *
 * <p>In an attribute a character may be written as a reference, so a position in the text is not a position in the
 * source. The scanners read {@link #text()}; {@link #inSource} takes what they found back to the page.
 *
 * @param starts {@code starts[i]} is where character i was written; one entry more than there are characters.
 */
record SourceMappedText(String text, int[] starts) {
    static SourceMappedText verbatim(String page, TextRange where) {
        int[] starts = new int[where.end() - where.start() + 1];
        Arrays.setAll(starts, i -> where.start() + i);
        return new SourceMappedText(page.substring(where.start(), where.end()), starts);
    }

    static SourceMappedText attribute(String page, TextRange where) {
        StringBuilder text = new StringBuilder();
        int[] starts = new int[2 * (where.end() - where.start()) + 1];
        int at = where.start();
        while (at < where.end()) {
            int next = page.charAt(at) == '&' ? endOfReference(page, at, where.end()) : at + 1;
            String read =
                    next == at + 1 ? page.substring(at, next) : Parser.unescapeEntities(page.substring(at, next), true);
            if (text.length() + read.length() >= starts.length) {
                starts = Arrays.copyOf(starts, starts.length * 2);
            }
            Arrays.fill(starts, text.length(), text.length() + read.length(), at);
            text.append(read);
            at = next;
        }
        starts[text.length()] = where.end();
        return new SourceMappedText(text.toString(), starts);
    }

    /** The end of the reference at {@code at}, or of its ampersand when it is none. */
    private static int endOfReference(String page, int at, int end) {
        int stop = at + 1;
        while (stop < end && isReferenceCharacter(page.charAt(stop))) {
            stop++;
        }
        boolean closed = stop < end && page.charAt(stop) == ';';
        // An unclosed reference before "=" is a parameter of a query, not a reference; the parser wants to see it.
        int seen = closed || stop == end ? Math.min(stop + 1, end) : stop + 1;
        String written = page.substring(at, seen);
        boolean resolved = !Parser.unescapeEntities(written, true).equals(written);
        return resolved ? (closed ? stop + 1 : stop) : at + 1;
    }

    private static boolean isReferenceCharacter(char c) {
        return c == '#' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    TextRange inSource(TextRange inText) {
        return new TextRange(starts[inText.start()], starts[inText.end()]);
    }
}
