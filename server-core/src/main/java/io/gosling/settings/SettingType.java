package io.gosling.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a setting's value: how it is parsed, and how it is described when parsing fails.
 *
 * @param shape one value, several, or a mapping
 * @param label the placeholder in usage lines, such as {@code SIZE}
 * @param expected ends the sentence "expected ...", bounds included
 * @param reader gives the value of the items, or throws {@link IllegalArgumentException}
 * @param check throws {@link IllegalArgumentException} for values out of bounds
 * @param schema the JSON Schema members that describe it
 * @param inner the settings of each section, where the value is a list of those
 */
public record SettingType<T>(
        Shape shape,
        String label,
        String expected,
        Function<List<String>, T> reader,
        Consumer<T> check,
        Map<String, Object> schema,
        List<Setting<?>> inner) {
    /** The beginning of {@code expected} of kinds that have bounds. */
    private static final Pattern BOUNDS =
            Pattern.compile("a (?:whole number|number|size|duration) from (\\S+ to [^\\s,]+)");

    public SettingType(
            Shape shape, String label, String expected, Function<List<String>, T> reader, Map<String, Object> schema) {
        this(shape, label, expected, reader, value -> {}, schema, List.of());
    }

    /** The number of texts that make one value. */
    public enum Shape {
        SCALAR,
        /** Texts in order: repeated or separated by commas on the command line, a sequence in YAML. */
        LIST,
        /** Texts of the form {@code KEY=VALUE} on the command line, a mapping in YAML. */
        MAP,
        /** Mappings of settings in order; in YAML only. */
        SECTIONS
    }

    /** Any text that is not blank. */
    public static SettingType<String> text(String label, String expected) {
        return scalar(label, expected, SettingType::notBlank, Map.of("type", "string", "minLength", 1));
    }

    /** A text that matches a pattern as a whole. */
    public static SettingType<String> matching(String label, String expected, String pattern) {
        return bounded(
                label,
                expected,
                text -> text,
                text -> matching(text, pattern),
                Map.of("type", "string", "pattern", "^" + pattern + "$"));
    }

    /** A name that is a token in structured header fields (RFC 9651) and safe in labels, log lines and file names. */
    public static SettingType<String> identifier(String label) {
        String pattern = "[A-Za-z][A-Za-z0-9._-]{0,63}";
        return scalar(
                label,
                "a letter, then letters, digits, dashes, underscores and dots, at most 64 in all",
                text -> matching(text, pattern),
                Map.of("type", "string", "pattern", "^" + pattern + "$"));
    }

    /** A file or directory, not necessarily one that exists. */
    public static SettingType<Path> path(String label, String expected) {
        return scalar(label, expected, text -> Path.of(notBlank(text)), Map.of("type", "string", "minLength", 1));
    }

    /** A whole number within bounds, both included. */
    public static SettingType<Integer> integer(String label, int min, int max) {
        return bounded(
                label,
                "a whole number from " + min + " to " + max,
                Integer::valueOf,
                value -> within(value, min, max),
                Map.of("type", "integer", "minimum", min, "maximum", max));
    }

    public static SettingType<Integer> oneOf(String label, List<Integer> numbers) {
        return bounded(
                label,
                "one of " + numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                Integer::valueOf,
                number -> within(numbers.indexOf(number), 0, numbers.size()),
                Map.of("type", "integer", "enum", numbers));
    }

    /** A decimal number within bounds, both included. */
    public static SettingType<Double> decimal(double min, double max) {
        return bounded(
                "NUMBER",
                "a number from " + plain(min) + " to " + plain(max),
                text -> Double.valueOf(matching(text, "[0-9]+(\\.[0-9]+)?")),
                value -> within(value, min, max),
                Map.of("type", "number", "minimum", min, "maximum", max));
    }

    /** A number of bytes within bounds, both included. */
    public static SettingType<Long> size(long min, long max) {
        return bytes(min, max, ByteSizeFormat::parse);
    }

    /** A number of bytes that fits into an int, within bounds, both included. */
    public static SettingType<Integer> smallSize(int min, int max) {
        return bytes(min, max, text -> Math.toIntExact(within(ByteSizeFormat.parse(text), (long) min, (long) max)));
    }

    private static <N extends Number> SettingType<N> bytes(long min, long max, Function<String, N> reader) {
        return bounded(
                "SIZE",
                "a size from " + ByteSizeFormat.format(min) + " to " + ByteSizeFormat.format(max) + ", such as "
                        + sizeBelow(max),
                reader,
                value -> within(value.longValue(), min, max),
                Map.of("type", List.of("string", "integer"), "pattern", "^[0-9]+([bB]|[kKmMgGtT]([iI][bB])?)?$"));
    }

    /** The example of a size that a setting takes. */
    private static String sizeBelow(long max) {
        return max >= 256 << 20 ? "256m or 256MiB" : max >= 256 << 10 ? "256k or 256KiB" : "16k or 16KiB";
    }

    /** A duration within bounds, both included. */
    public static SettingType<Duration> duration(Duration min, Duration max) {
        return bounded(
                "TIME",
                "a duration from " + DurationFormat.format(min) + " to " + DurationFormat.format(max)
                        + " with its unit, such as 500ms, 2s or 1m",
                DurationFormat::parse,
                value -> within(value, min, max),
                Map.of("type", "string", "pattern", "^[0-9]+(ms|s|m|h|d)$"));
    }

    public static SettingType<String> choice(List<String> words) {
        return bounded(
                String.join("|", words),
                "one of " + String.join(", ", words),
                Function.identity(),
                word -> within(words.indexOf(word), 0, words.size()),
                Map.of("type", "string", "enum", words));
    }

    /** One of some words, each of which stands for a value. */
    public static <T> SettingType<T> choice(List<String> words, Function<String, T> meaning) {
        return choice(words).as(meaning);
    }

    /** One constant of an enum, written in lower case and with dashes. */
    public static <E extends Enum<E>> SettingType<E> constant(Class<E> type) {
        return constant(type, List.of(type.getEnumConstants()));
    }

    /** One of these constants of an enum, written in lower case and with dashes. */
    public static <E extends Enum<E>> SettingType<E> constant(Class<E> type, List<E> constants) {
        return choice(
                constants.stream().map(SettingType::word).toList(),
                word -> Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    /** The word for a constant of an enum: in lower case and with dashes. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The same kind, whose values are turned into others. */
    public <R> SettingType<R> as(Function<T, R> meaning) {
        return new SettingType<>(shape, label, expected, items -> meaning.apply(reader.apply(items)), schema);
    }

    /** The same kind with a condition on its values, which throws {@link IllegalArgumentException}. */
    public SettingType<T> checked(Consumer<T> condition) {
        Function<List<String>, T> checked = items -> {
            T value = reader.apply(items);
            condition.accept(value);
            return value;
        };
        return new SettingType<>(shape, label, expected, checked, check.andThen(condition), schema, inner);
    }

    public static SettingType<Boolean> toggle() {
        SettingType<String> words = choice(List.of("on", "off"));
        return scalar(
                "on|off",
                "on or off",
                text -> words.reader().apply(List.of(text)).equals("on"),
                Map.of("enum", List.of("on", "off")));
    }

    public static SettingType<List<HostPort>> addresses() {
        return list("HOST:PORT", "addresses such as 10.0.0.7:5701, web1:5701 or [::1]:5701", HostPort::parse);
    }

    public static SettingType<HostPort> address() {
        return scalar(
                "HOST:PORT",
                "an address such as 127.0.0.1:4675, web1:4675 or [::1]:4675",
                HostPort::parse,
                Map.of("type", "string"));
    }

    /** Texts in order, each read by a function that throws {@link IllegalArgumentException} where it cannot. */
    public static <T> SettingType<List<T>> list(String label, String expected, Function<String, T> reader) {
        return new SettingType<>(
                Shape.LIST,
                label,
                expected,
                items -> items.stream().map(reader).toList(),
                Map.of("type", List.of("array", "string"), "items", Map.of("type", "string")));
    }

    /** One text, read by a function that throws {@link IllegalArgumentException} where it cannot. */
    public static <T> SettingType<T> of(String label, String expected, Function<String, T> reader) {
        return scalar(label, expected, reader, Map.of("type", "string", "minLength", 1));
    }

    /** One text of a pattern, read by a function that throws {@link IllegalArgumentException} where it cannot. */
    public static <T> SettingType<T> of(String label, String expected, String pattern, Function<String, T> reader) {
        return scalar(label, expected, reader, Map.of("type", "string", "pattern", pattern));
    }

    /** Names and texts, divided by the first equals sign, in the order given. */
    public static SettingType<Map<String, String>> pairs(String label, String expected) {
        return pairs(label, expected, text -> text.indexOf('='));
    }

    /**
     * Names and texts, in the order given.
     *
     * @param divider gives the position of the equals sign between name and text; below 1 if there is none
     */
    public static SettingType<Map<String, String>> pairs(String label, String expected, ToIntFunction<String> divider) {
        return new SettingType<>(
                Shape.MAP,
                label,
                expected,
                items -> pairsOf(items, label, divider),
                Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
    }

    /** Sections in order, each with these settings. */
    public static SettingType<List<SettingValues>> sections(String expected, List<Setting<?>> inner) {
        return new SettingType<>(
                Shape.SECTIONS,
                "",
                expected,
                items -> {
                    throw new IllegalArgumentException("sections are written in YAML only");
                },
                value -> {},
                Map.of("type", "array"),
                inner);
    }

    /**
     * The same kind with the bounds of another one for values that code gives, such as small models and tests; texts
     * keep these bounds.
     */
    public SettingType<T> withinForCode(SettingType<T> other) {
        return new SettingType<>(shape, label, expected, reader, other.check, schema, inner);
    }

    private static <T> SettingType<T> scalar(
            String label, String expected, Function<String, T> reader, Map<String, Object> schema) {
        return new SettingType<>(Shape.SCALAR, label, expected, items -> reader.apply(items.getFirst()), schema);
    }

    private static <T> SettingType<T> bounded(
            String label, String expected, Function<String, T> reader, Consumer<T> check, Map<String, Object> schema) {
        return scalar(label, expected, reader, schema).checked(check);
    }

    private static Map<String, String> pairsOf(List<String> items, String form, ToIntFunction<String> divider) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String item : items) {
            int equals = divider.applyAsInt(item);
            if (equals <= 0 || equals == item.length() - 1) {
                throw new IllegalArgumentException("not " + form + ": " + item);
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
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
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
