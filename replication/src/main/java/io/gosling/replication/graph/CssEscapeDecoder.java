package io.gosling.replication.graph;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves backslash escapes in CSS (CSS Syntax, section 4.3.7): the following character without its special meaning, a
 * character by up to six hexadecimal digits, or, before a line break in a string, nothing.
 */
final class CssEscapeDecoder {
    /** One white space ends the digits and is no part of what follows. */
    private static final Pattern ESCAPE =
            Pattern.compile("\\\\(?:([0-9A-Fa-f]{1,6}+)(?:\r\n|[ \t\n\f\r])?|\r\n|[\n\r\f]|([^\n\r\f])|\\z)");

    private static final String REPLACEMENT = "\uFFFD";

    private CssEscapeDecoder() {}

    /** The length of the escape or character here. */
    static int length(String css, int at) {
        if (css.charAt(at) != '\\') {
            return 1;
        }
        Matcher escape = ESCAPE.matcher(css).region(at, css.length());
        return escape.lookingAt() ? escape.end() - at : 1;
    }

    /** Returns true if an escape begins here outside of strings, where none has a line break. */
    static boolean begins(String css, int at) {
        return css.charAt(at) == '\\' && at + 1 < css.length() && !isLineBreak(css.charAt(at + 1));
    }

    static String resolved(String css) {
        return ESCAPE.matcher(css).replaceAll(escape -> Matcher.quoteReplacement(meaning(escape)));
    }

    static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r' || c == '\f';
    }

    private static String meaning(MatchResult escape) {
        if (escape.group(1) == null) {
            return escape.group(2) == null ? "" : escape.group(2);
        }
        int c = Integer.parseInt(escape.group(1), 16);
        boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return c != 0 && c <= Character.MAX_CODE_POINT && !surrogate ? Character.toString(c) : REPLACEMENT;
    }
}
