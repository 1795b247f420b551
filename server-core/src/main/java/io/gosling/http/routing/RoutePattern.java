package io.gosling.http.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A parsed path pattern such as {@code /users/{id}/{file...}}.
 *
 * @param segments the text that each segment must have; empty where any non-empty segment fits
 * @param names of the parameters from left to right, that of the tail last
 * @param tail true if any further segments fit
 */
record RoutePattern(String text, List<Optional<String>> segments, List<String> names, boolean tail) {
    private static final Pattern PARAMETER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)(\\.\\.\\.)?}");

    /** @throws IllegalArgumentException naming the pattern and what is wrong with it */
    static RoutePattern parse(String text) {
        if (!text.startsWith("/")) {
            throw wrong(text, "it must begin with a slash");
        }
        List<Optional<String>> segments = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean tail = false;
        String[] parts = text.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            var parameter = PARAMETER.matcher(parts[i]);
            if (!parameter.matches()) {
                segments.add(Optional.of(literal(text, parts[i], last)));
                continue;
            }
            if (names.contains(parameter.group(1))) {
                throw wrong(text, "two parameters are called " + parameter.group(1));
            }
            names.add(parameter.group(1));
            tail = parameter.group(2) != null;
            if (tail && !last) {
                throw wrong(text, parts[i] + " can only stand at the end");
            }
            if (!tail) {
                segments.add(Optional.empty());
            }
        }
        return new RoutePattern(text, List.copyOf(segments), List.copyOf(names), tail);
    }

    static RoutePattern below(String prefix) {
        if (prefix.endsWith("/")) {
            throw wrong(prefix, "a prefix ends without a slash, such as /api");
        }
        RoutePattern pattern = parse(prefix);
        if (pattern.tail) {
            throw wrong(prefix, "a prefix ends with a name or a parameter");
        }
        return new RoutePattern(prefix, pattern.segments, pattern.names, true);
    }

    private static String literal(String text, String part, boolean last) {
        boolean empty = part.isEmpty() && !last;
        if (empty || part.equals(".") || part.equals("..")) {
            throw wrong(text, "a request never has the segment '" + part + "' there");
        }
        if (part.chars().anyMatch(c -> "{}%?#".indexOf(c) >= 0)) {
            throw wrong(text, "'" + part + "' must be a name as it reads decoded, {name}, or {name...} at the end");
        }
        return part;
    }

    private static IllegalArgumentException wrong(String text, String rule) {
        return new IllegalArgumentException("route '" + text + "': " + rule);
    }
}
