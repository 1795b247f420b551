package io.gosling.node.settings;

import io.gosling.accesslog.LineFormat;
import io.gosling.origin.upstream.OriginAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a setting's value: how it is parsed, and how it is described when parsing fails.
 *
 * @param shape one value, several, or a mapping
 * @param label the placeholder in usage lines, such as {@code SIZE}
 * @param expected ends the sentence "expected ...", bounds included
 * @param reader gives the value of the items, or throws {@link IllegalArgumentException}
 * @param schema the JSON Schema members that describe it
 * @param inner the settings of each section, where the value is a list of those
 */
public record Kind<T>(
        Shape shape,
        String label,
        String expected,
        Function<List<String>, T> reader,
        Map<String, Object> schema,
        List<Setting<?>> inner) {
    /** The beginning of {@code expected} of kinds that have bounds. */
    private static final Pattern BOUNDS =
            Pattern.compile("a (?:whole number|number|size|duration) from (\\S+ to [^\\s,]+)");

    Kind(Shape shape, String label, String expected, Function<List<String>, T> reader, Map<String, Object> schema) {
        this(shape, label, expected, reader, schema, List.of());
    }

    /** The number of texts that make one value. */
    public enum Shape {
        /** One text. */
        SCALAR,
        /** Texts in order: repeated or separated by commas on the command line, a sequence in YAML. */
        LIST,
        /** Texts of the form {@code KEY=VALUE} on the command line, a mapping in YAML. */
        MAP,
        /** Mappings of settings in order; in YAML only. */
        SECTIONS
    }

    /** Any text that is not blank. */
    public static Kind<String> text(String label, String expected) {
        return scalar(label, expected, Kind::notBlank, Map.of("type", "string", "minLength", 1));
    }

    /** A text that matches a pattern as a whole. */
    public static Kind<String> matching(String label, String expected, String pattern) {
        return scalar(
                label,
                expected,
                text -> matching(text, pattern),
                Map.of("type", "string", "pattern", "^" + pattern + "$"));
    }

    /** A name that is a token in structured header fields (RFC 9651) and safe in labels, log lines and file names. */
    public static Kind<String> identifier(String label) {
        String pattern = "[A-Za-z][A-Za-z0-9._-]{0,63}";
        return scalar(
                label,
                "a letter, then letters, digits, dashes, underscores and dots, at most 64 in all",
                text -> matching(text, pattern),
                Map.of("type", "string", "pattern", "^" + pattern + "$"));
    }

    /** A file or directory, not necessarily one that exists. */
    public static Kind<Path> path(String label, String expected) {
        return scalar(label, expected, text -> Path.of(notBlank(text)), Map.of("type", "string", "minLength", 1));
    }

    /** A whole number within bounds, both included. */
    public static Kind<Integer> integer(String label, int min, int max) {
        return scalar(
                label,
                "a whole number from " + min + " to " + max,
                text -> within(Integer.valueOf(text), min, max),
                Map.of("type", "integer", "minimum", min, "maximum", max));
    }

    /** A decimal number within bounds, both included. */
    public static Kind<Double> decimal(double min, double max) {
        return scalar(
                "NUMBER",
                "a number from " + plain(min) + " to " + plain(max),
                text -> within(Double.valueOf(matching(text, "[0-9]+(\\.[0-9]+)?")), min, max),
                Map.of("type", "number", "minimum", min, "maximum", max));
    }

    /** A number of bytes within bounds, both included. */
    public static Kind<Long> size(long min, long max) {
        return scalar(
                "SIZE",
                "a size from " + ByteSize.format(min) + " to " + ByteSize.format(max) + ", such as 256m or 256MiB",
                text -> within(ByteSize.parse(text), min, max),
                Map.of("type", List.of("string", "integer"), "pattern", "^[0-9]+([bB]|[kKmMgGtT]([iI][bB])?)?$"));
    }

    /** A duration within bounds, both included. */
    public static Kind<Duration> duration(Duration min, Duration max) {
        return scalar(
                "TIME",
                "a duration from " + TimeSpan.format(min) + " to " + TimeSpan.format(max)
                        + " with its unit, such as 500ms, 2s or 1m",
                text -> within(TimeSpan.parse(text), min, max),
                Map.of("type", "string", "pattern", "^[0-9]+(ms|s|m|h|d)$"));
    }

    /** One of some words. */
    public static Kind<String> choice(List<String> words) {
        return scalar(
                String.join("|", words),
                "one of " + String.join(", ", words),
                text -> words.get(within(words.indexOf(text), 0, words.size())),
                Map.of("type", "string", "enum", words));
    }

    /** {@code on} or {@code off}. */
    public static Kind<Boolean> toggle() {
        Kind<String> words = choice(List.of("on", "off"));
        return scalar(
                "on|off",
                "on or off",
                text -> words.reader().apply(List.of(text)).equals("on"),
                Map.of("enum", List.of("on", "off")));
    }

    /** Addresses of the form HOST:PORT. */
    public static Kind<List<HostPort>> addresses() {
        return new Kind<>(
                Shape.LIST,
                "HOST:PORT",
                "addresses such as 10.0.0.7:5701, web1:5701 or [::1]:5701",
                items -> items.stream().map(HostPort::parse).toList(),
                Map.of("type", List.of("array", "string"), "items", Map.of("type", "string")));
    }

    /** One address of the form HOST:PORT. */
    public static Kind<HostPort> address() {
        return scalar(
                "HOST:PORT",
                "an address such as 127.0.0.1:4675, web1:4675 or [::1]:4675",
                HostPort::parse,
                Map.of("type", "string"));
    }

    /** URLs and URL prefixes, each with the name of a node, in the order given. */
    public static Kind<Map<String, String>> homes() {
        return new Kind<>(
                Shape.MAP,
                "PATH=NODE",
                "paths that begin with a slash, each with the name of a node, such as /dir41/=n4",
                Kind::homesOf,
                Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
    }

    /** The name of a log's format, or a text with names in braces. */
    public static Kind<LineFormat> lineFormat() {
        return scalar(
                "FORMAT",
                "common, combined, json, or a text with names in braces: " + String.join(", ", LineFormat.known()),
                LineFormat::parse,
                Map.of("type", "string", "minLength", 1));
    }

    /** Files with certificates, each with the file that has its key, in the order given. */
    public static Kind<Map<String, String>> certificates() {
        return new Kind<>(
                Shape.MAP,
                "FILE=KEYFILE",
                "PEM files with certificates, each with the file that has its key, such as b.pem=b.key",
                Kind::pairsOf,
                Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
    }

    /** Texts in order, each read by a function that throws {@link IllegalArgumentException} where it cannot. */
    public static <T> Kind<List<T>> list(String label, String expected, Function<String, T> reader) {
        return new Kind<>(
                Shape.LIST,
                label,
                expected,
                items -> items.stream().map(reader).toList(),
                Map.of("type", List.of("array", "string"), "items", Map.of("type", "string")));
    }

    /** One text, read by a function that throws {@link IllegalArgumentException} where it cannot. */
    public static <T> Kind<T> of(String label, String expected, Function<String, T> reader) {
        return scalar(label, expected, reader, Map.of("type", "string", "minLength", 1));
    }

    /** An HTTP server. */
    public static Kind<OriginAddress> origin() {
        return scalar(
                "URL",
                "http or https, a host and perhaps a port, and no path, as in https://app.example.org/",
                OriginAddress::parse,
                Map.of("type", "string", "pattern", "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+/?$"));
    }

    /** Names and texts, in the order given. */
    public static Kind<Map<String, String>> pairs(String label, String expected) {
        return new Kind<>(
                Shape.MAP,
                label,
                expected,
                Kind::pairsOf,
                Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
    }

    /** Sections in order, each with these settings. */
    public static Kind<List<Values>> sections(String expected, List<Setting<?>> inner) {
        return new Kind<>(
                Shape.SECTIONS,
                "",
                expected,
                items -> {
                    throw new IllegalArgumentException("sections are written in YAML only");
                },
                Map.of("type", "array"),
                inner);
    }

    private static <T> Kind<T> scalar(
            String label, String expected, Function<String, T> reader, Map<String, Object> schema) {
        return new Kind<>(Shape.SCALAR, label, expected, items -> reader.apply(items.getFirst()), schema);
    }

    private static Map<String, String> homesOf(List<String> items) {
        Map<String, String> homes = new LinkedHashMap<>();
        for (String item : items) {
            int equals = item.lastIndexOf('=');
            if (!item.startsWith("/") || equals < 0 || equals == item.length() - 1) {
                throw new IllegalArgumentException("not PATH=NODE: " + item);
            }
            homes.put(item.substring(0, equals), item.substring(equals + 1));
        }
        return homes;
    }

    private static Map<String, String> pairsOf(List<String> items) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String item : items) {
            int equals = item.indexOf('=');
            if (equals <= 0 || equals == item.length() - 1) {
                throw new IllegalArgumentException("not FILE=KEYFILE: " + item);
            }
            pairs.put(item.substring(0, equals), item.substring(equals + 1));
        }
        return pairs;
    }

    /** The bounds of a number, a size or a duration, such as {@code 1 to 1000}; empty for what has none. */
    public String bounds() {
        Matcher bounds = BOUNDS.matcher(expected);
        return bounds.lookingAt() ? bounds.group(1) : "";
    }

    /** The items of a command-line text of this kind. */
    public List<String> split(String text) {
        if (shape == Shape.SCALAR) {
            return List.of(text);
        }
        List<String> items = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            items.add(item.strip());
        }
        return items;
    }

    private static String notBlank(String text) {
        return matching(text, "(?s).*\\S.*");
    }

    private static String matching(String text, String pattern) {
        if (!text.matches(pattern)) {
            throw new IllegalArgumentException("does not match " + pattern + ": " + text);
        }
        return text;
    }

    private static <N extends Comparable<N>> N within(N number, N min, N max) {
        if (number.compareTo(min) < 0 || number.compareTo(max) > 0) {
            throw new IllegalArgumentException("not from " + min + " to " + max + ": " + number);
        }
        return number;
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
