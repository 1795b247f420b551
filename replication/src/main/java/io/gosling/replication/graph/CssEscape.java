package io.gosling.replication.graph;

/**
 * Resolves backslash escapes in CSS (CSS Syntax, section 4.3.7): the following character without its special meaning, a
 * character by up to six hexadecimal digits, or, before a line break in a string, nothing.
 */
final class CssEscape {
    private static final int MOST_DIGITS = 6;
    private static final int REPLACEMENT = 0xFFFD;

    private CssEscape() {}

    static int length(String css, int at) {
        int next = at + 1;
        if (css.charAt(at) != '\\' || next == css.length()) {
            return 1;
        }
        if (!isHex(css.charAt(next))) {
            return css.startsWith("\r\n", next) ? 3 : 2;
        }
        int end = endOfDigits(css, next);
        // One white space ends the digits and is no part of what follows.
        if (css.startsWith("\r\n", end)) {
            return end + 2 - at;
        }
        return end < css.length() && TextSpan.isSpace(css.charAt(end)) ? end + 1 - at : end - at;
    }

    /** Returns true if an escape begins here outside of strings, where none has a line break. */
    static boolean begins(String css, int at) {
        return css.charAt(at) == '\\' && at + 1 < css.length() && !isLineBreak(css.charAt(at + 1));
    }

    static String resolved(String css) {
        if (css.indexOf('\\') < 0) {
            return css;
        }
        StringBuilder text = new StringBuilder(css.length());
        int at = 0;
        while (at < css.length()) {
            int end = at + length(css, at);
            if (css.charAt(at) == '\\') {
                append(css, at + 1, end, text);
            } else {
                text.append(css.charAt(at));
            }
            at = end;
        }
        return text.toString();
    }

    static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r' || c == '\f';
    }

    private static void append(String css, int from, int to, StringBuilder text) {
        if (from < to && isHex(css.charAt(from))) {
            int c = Integer.parseInt(css, from, endOfDigits(css, from), 16);
            text.appendCodePoint(isCharacter(c) ? c : REPLACEMENT);
        } else if (from < to && !isLineBreak(css.charAt(from))) {
            text.append(css, from, to);
        }
    }

    private static int endOfDigits(String css, int from) {
        int end = from;
        while (end < css.length() && end < from + MOST_DIGITS && isHex(css.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isHex(char c) {
        return c < 0x80 && Character.digit(c, 16) >= 0;
    }

    private static boolean isCharacter(int c) {
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return c != 0 && c <= Character.MAX_CODE_POINT && !surrogate;
    }
}
