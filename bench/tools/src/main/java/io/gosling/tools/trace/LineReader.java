package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads the lines of a stream, one at a time into the same buffer, so that a log of millions of them is read without an
 * object for each. A carriage return before the end of a line is dropped. Used by one thread.
 */
final class LineReader {
    /** Bytes of a line; of a longer one nothing is kept, and it counts as broken. */
    static final int LONGEST = 1 << 16;

    private final InputStream in;
    private final byte[] bytes = new byte[4 * LONGEST];
    private int read;
    private int next;
    private int from;
    private int to;
    private boolean whole;

    LineReader(InputStream in) {
        this.in = in;
    }

    boolean next() throws IOException {
        from = next;
        int at = next;
        whole = true;
        while (true) {
            for (; at < read; at++) {
                if (bytes[at] == '\n') {
                    next = at + 1;
                    to = at > from && bytes[at - 1] == '\r' ? at - 1 : at;
                    whole &= to - from <= LONGEST;
                    return true;
                }
            }
            if (at - from > LONGEST) {
                // Its rest is passed over.
                whole = false;
                from = at;
            }
            at = more(at);
            if (at < 0) {
                next = read;
                to = read;
                return to > from || !whole;
            }
        }
    }

    /** Reads more bytes of the line; returns the place at which to search on, or -1 at the end. */
    private int more(int at) throws IOException {
        if (read == bytes.length) {
            System.arraycopy(bytes, from, bytes, 0, read - from);
            read -= from;
            at -= from;
            from = 0;
        }
        int got = in.read(bytes, read, bytes.length - read);
        if (got < 0) {
            return -1;
        }
        read += got;
        return at;
    }

    /** Returns whether it is one that can be read: neither too long, nor what is left of one. */
    boolean isWhole() {
        return whole;
    }

    /** The buffer with the bytes of the line; valid until {@link #next} is called. */
    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    boolean isEmpty() {
        return to == from;
    }

    int find(int wanted, int start) {
        for (int at = Math.max(from, start); at < to; at++) {
            if (bytes[at] == wanted) {
                return at;
            }
        }
        return -1;
    }

    /** The end of the word that begins at a place: a blank, a tab, or the end of the line. */
    int endOfWord(int start) {
        int at = start;
        while (at < to && bytes[at] != ' ' && bytes[at] != '\t') {
            at++;
        }
        return at;
    }

    int skipBlanks(int start) {
        int at = start;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    /** A number of 1 to 18 digits; -1 for anything else. */
    long number(int start, int end) {
        if (end <= start || end - start > 18) {
            return -1;
        }
        long number = 0;
        for (int at = start; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    boolean has(int start, String text) {
        if (start < from || start + text.length() > to) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
