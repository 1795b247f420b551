package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringTokenizer;

/**
 * A parser of formats with a request on each line. Lines that do not match or are too long are counted and skipped. A
 * carriage return before the end of a line is dropped.
 */
record LineTraceParser(Format format) {
    /** Bytes of a line; of a longer one nothing is kept. */
    static final int LONGEST = 1 << 16;

    /** Parses one line, with a character for each byte. */
    @FunctionalInterface
    interface Format {
        /**
         * Returns whether the line matches.
         *
         * @throws IOException when the stream is not of this form at all
         */
        boolean read(String line, TraceBuilder draft) throws IOException;
    }

    /**
     * Reads to the end.
     *
     * @throws IOException when the stream fails, or is not of this form at all
     */
    void read(InputStream in, TraceBuilder draft) throws IOException {
        byte[] bytes = new byte[4 * LONGEST];
        int held = 0;
        boolean whole = true;
        for (int more = in.read(bytes); more >= 0; more = in.read(bytes, held, bytes.length - held)) {
            int from = 0;
            int end = held + more;
            for (int at = held; at < end; at++) {
                if (bytes[at] == '\n') {
                    read(bytes, from, at, whole, draft);
                    whole = true;
                    from = at + 1;
                }
            }
            // A carriage return may be one more.
            whole &= end - from <= LONGEST + 1;
            held = whole ? end - from : 0;
            System.arraycopy(bytes, from, bytes, 0, held);
        }
        if (held > 0 || !whole) {
            read(bytes, 0, held, whole, draft);
        }
    }

    private void read(byte[] bytes, int from, int to, boolean whole, TraceBuilder draft) throws IOException {
        int length = (to > from && bytes[to - 1] == '\r' ? to - 1 : to) - from;
        boolean fits = whole && length <= LONGEST;
        if (!fits || !format.read(new String(bytes, from, length, StandardCharsets.ISO_8859_1), draft)) {
            draft.broken();
        }
    }

    /** The words of a line between blanks and tabs, no more than so many. */
    static String[] words(String line, int most) {
        StringTokenizer words = new StringTokenizer(line, " \t");
        String[] found = new String[Math.min(most, words.countTokens())];
        Arrays.setAll(found, word -> words.nextToken());
        return found;
    }

    /** The word that begins at a place, up to a blank, a tab, or the end; empty if none does. */
    static String word(String line, int from) {
        int to = from;
        while (to < line.length() && line.charAt(to) != ' ' && line.charAt(to) != '\t') {
            to++;
        }
        return line.substring(from, to);
    }
}
