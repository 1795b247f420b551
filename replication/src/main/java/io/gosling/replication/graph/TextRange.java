package io.gosling.replication.graph;

/** A stretch of text, from {@code start} up to but not including {@code end}. */
record TextRange(int start, int end) {
    boolean isEmpty() {
        return end <= start;
    }

    /** The span without HTML white space at its ends. */
    TextRange trimmed(CharSequence text) {
        int from = start;
        int to = end;
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return new TextRange(from, to);
    }

    /** HTML's white space: tab, line feed, form feed, carriage return, space. */
    static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }
}
