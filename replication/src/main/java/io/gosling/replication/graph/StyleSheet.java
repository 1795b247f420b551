package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the addresses in CSS: {@code url(...)}, quoted or not, and the string of an {@code @import}. Comments and other
 * strings are passed over. An address that is written with CSS escapes is left out: its bytes are not the address.
 */
final class StyleSheet {
    private final String css;
    private final List<Span> found = new ArrayList<>();
    private int at;

    private StyleSheet(String css) {
        this.css = css;
    }

    static List<Span> addresses(String css) {
        StyleSheet sheet = new StyleSheet(css);
        sheet.scan();
        return sheet.found;
    }

    private void scan() {
        while (at < css.length()) {
            char c = css.charAt(at);
            if (css.startsWith("/*", at)) {
                int close = css.indexOf("*/", at + 2);
                at = close < 0 ? css.length() : close + 2;
            } else if (c == '"' || c == '\'') {
                string();
            } else if (isWord("url(")) {
                at += 4;
                address();
            } else if (isWord("@import")) {
                at += 7;
                skipSpace();
                if (at < css.length() && (css.charAt(at) == '"' || css.charAt(at) == '\'')) {
                    keep(string());
                }
            } else {
                at++;
            }
        }
    }

    private void address() {
        skipSpace();
        if (at < css.length() && (css.charAt(at) == '"' || css.charAt(at) == '\'')) {
            keep(string());
            return;
        }
        int close = css.indexOf(')', at);
        int end = close < 0 ? css.length() : close;
        keep(new Span(at, end));
        at = end;
    }

    /** Passes over the string that begins here; an unescaped line break ends it. */
    private Span string() {
        char quote = css.charAt(at);
        int start = ++at;
        while (at < css.length() && css.charAt(at) != quote && css.charAt(at) != '\n') {
            at += css.charAt(at) == '\\' ? 2 : 1;
        }
        Span content = new Span(start, Math.min(at, css.length()));
        at = Math.min(at + 1, css.length());
        return content;
    }

    private void keep(Span written) {
        Span address = written.trimmed(css);
        if (!address.isEmpty() && css.substring(address.start(), address.end()).indexOf('\\') < 0) {
            found.add(address);
        }
    }

    /** Whether a word begins here: {@code curl(} is another function than {@code url(}. */
    private boolean isWord(String word) {
        return css.regionMatches(true, at, word, 0, word.length()) && (at == 0 || !isNameCharacter(css.charAt(at - 1)));
    }

    private static boolean isNameCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_';
    }

    private void skipSpace() {
        while (at < css.length() && Span.isSpace(css.charAt(at))) {
            at++;
        }
    }
}
