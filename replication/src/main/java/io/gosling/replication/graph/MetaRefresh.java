package io.gosling.replication.graph;

import java.util.Optional;

/** Finds the address in the content of a {@code <meta http-equiv=refresh>}, as the HTML standard parses one. */
final class MetaRefresh {
    private final String content;
    private int at;

    private MetaRefresh(String content) {
        this.content = content;
    }

    static Optional<TextSpan> address(String content) {
        return new MetaRefresh(content).parse();
    }

    private Optional<TextSpan> parse() {
        skipSpace();
        int number = at;
        while (at < content.length() && (Character.isDigit(content.charAt(at)) || content.charAt(at) == '.')) {
            at++;
        }
        boolean delayed = at > number;
        boolean separated = at < content.length()
                && (TextSpan.isSpace(content.charAt(at)) || content.charAt(at) == ';' || content.charAt(at) == ',');
        if (!delayed || !separated) {
            return Optional.empty();
        }
        skipSpace();
        if (at < content.length() && (content.charAt(at) == ';' || content.charAt(at) == ',')) {
            at++;
        }
        skipSpace();
        skipName();
        TextSpan found = quotedOrRest();
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** Passes over {@code url=}; without the equals sign the word is part of the address. */
    private void skipName() {
        int start = at;
        if (content.regionMatches(true, at, "url", 0, 3)) {
            at += 3;
            skipSpace();
            if (at < content.length() && content.charAt(at) == '=') {
                at++;
                skipSpace();
                return;
            }
        }
        at = start;
    }

    private TextSpan quotedOrRest() {
        if (at < content.length() && (content.charAt(at) == '"' || content.charAt(at) == '\'')) {
            int close = content.indexOf(content.charAt(at), at + 1);
            return new TextSpan(at + 1, close < 0 ? content.length() : close).trimmed(content);
        }
        return new TextSpan(at, content.length()).trimmed(content);
    }

    private void skipSpace() {
        while (at < content.length() && TextSpan.isSpace(content.charAt(at))) {
            at++;
        }
    }
}
