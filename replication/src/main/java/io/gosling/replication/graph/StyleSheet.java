package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the addresses in CSS: {@code url(...)}, quoted or not, and the string of an {@code @import}. Comments and other
 * strings are passed over. An address that is written with CSS escapes is left out: its bytes are not the address.
 */
final class StyleSheet {
    /** What CSS fetches with CORS: masks, clips, shapes and filters (CSS Masking, section 5; CSS Shapes, section 3). */
    private static final List<String> WITH_CORS =
            List.of("mask", "-webkit-mask", "clip-path", "-webkit-clip-path", "shape-outside", "filter");

    private final String css;
    private final List<Address> found = new ArrayList<>();
    private int at;
    /** Where the declaration, rule or at-rule begins that is being read. */
    private int began;

    private boolean fontFace;

    /** An address and what the style fetches it as. */
    record Address(Span where, Destination destination, Set<Caution> cautions) {}

    private StyleSheet(String css) {
        this.css = css;
    }

    static List<Address> addresses(String css) {
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
            } else if (c == '{' || c == '}' || c == ';') {
                fontFace = c == '{' ? begins("@font-face") : c == ';' && fontFace;
                began = ++at;
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
            found.add(use(address));
        }
    }

    private Address use(Span address) {
        if (begins("@import")) {
            return new Address(address, Destination.STYLE, Set.of());
        }
        if (fontFace) {
            return new Address(address, Destination.FONT, Set.of(Caution.FONT));
        }
        boolean withCors = WITH_CORS.stream().anyMatch(this::begins);
        return new Address(
                address, Destination.IMAGE, withCors ? EnumSet.of(Caution.CORS) : EnumSet.noneOf(Caution.class));
    }

    /** Whether what is being read begins with this word, after white space and comments. */
    private boolean begins(String word) {
        int from = began;
        while (from < css.length() && (Span.isSpace(css.charAt(from)) || css.startsWith("/*", from))) {
            int close = css.startsWith("/*", from) ? css.indexOf("*/", from + 2) + 2 : from + 1;
            from = Math.max(from + 1, close);
        }
        return css.substring(from, Math.min(css.length(), from + word.length()))
                .toLowerCase(Locale.ROOT)
                .equals(word);
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
