package io.gosling.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Parses the parameters of a header value, such as {@code ; charset="utf-8"} (RFC 9110, section 5.6.6). Pure. */
final class HeaderParameterParser {
    private final String text;
    /** The characters that a backslash can escape; empty for all. */
    private final String escapable;

    private int at;

    private HeaderParameterParser(String text, int from, String escapable) {
        this.text = text;
        this.at = from;
        this.escapable = escapable;
    }

    /**
     * Reads leniently: what is malformed ends the list.
     *
     * @param from index behind the value
     * @return names in lower case; of a name that comes twice, the first value; unmodifiable
     */
    static Map<String, String> of(String text, int from) {
        return new HeaderParameterParser(text, from, "").read();
    }

    static Map<String, String> ofForm(String text, int from) {
        return new HeaderParameterParser(text, from, "\"").read();
    }

    private Map<String, String> read() {
        Map<String, String> parameters = new LinkedHashMap<>();
        while (skip(';')) {
            int start = at;
            while (at < text.length() && HeaderSyntax.isTokenCharacter(text.charAt(at))) {
                at++;
            }
            String name = text.substring(start, at).toLowerCase(Locale.ROOT);
            if (name.isEmpty()) {
                continue;
            }
            if (!skip('=')) {
                break;
            }
            parameters.putIfAbsent(name, value());
        }
        return Collections.unmodifiableMap(parameters);
    }

    private boolean skip(char mark) {
        blanks();
        if (at == text.length() || text.charAt(at) != mark) {
            return false;
        }
        at++;
        blanks();
        return true;
    }

    private void blanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private String value() {
        if (at < text.length() && text.charAt(at) == '"') {
            return quoted();
        }
        int start = at;
        while (at < text.length() && text.charAt(at) != ';') {
            at++;
        }
        return text.substring(start, at).strip();
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            boolean escape = text.charAt(at) == '\\' && at + 1 < text.length();
            if (escape && (escapable.isEmpty() || escapable.indexOf(text.charAt(at + 1)) >= 0)) {
                at++;
            }
            value.append(text.charAt(at));
        }
        at = Math.min(text.length(), at + 1);
        return value.toString();
    }
}
