package io.gosling.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decoded parameters of a query or a form, in their order, each name with all its values. Immutable. */
public final class Parameters {
    private static final Parameters NONE = new Parameters(Map.of());

    private final Map<String, List<String>> values;

    private Parameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Reads {@code name=value&name=value} (WHATWG URL, application/x-www-form-urlencoded) as UTF-8: a plus sign is a
     * space, a name without an equals sign has the empty value.
     *
     * @param most pairs
     * @throws StatusException 400 when an escape is malformed or bytes are not UTF-8; 413 when there are more pairs
     */
    public static Parameters parse(String text, int most) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        int pairs = 0;
        for (int start = 0; start < text.length(); ) {
            int ampersand = text.indexOf('&', start);
            int end = ampersand < 0 ? text.length() : ampersand;
            if (end > start) {
                if (++pairs > most) {
                    throw new StatusException(413, "there are more than " + most + " parameters");
                }
                int equals = text.indexOf('=', start);
                int nameEnd = equals < 0 || equals > end ? end : equals;
                String name = decode(text, start, nameEnd);
                String value = decode(text, Math.min(end, nameEnd + 1), end);
                values.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
            }
            start = end + 1;
        }
        return of(values);
    }

    static Parameters of(Map<String, List<String>> values) {
        if (values.isEmpty()) {
            return NONE;
        }
        Map<String, List<String>> fixed = new LinkedHashMap<>();
        values.forEach((name, all) -> fixed.put(name, List.copyOf(all)));
        return new Parameters(Collections.unmodifiableMap(fixed));
    }

    /** The first value, or null when the name is absent. */
    public @Nullable String first(String name) {
        List<String> all = values.get(name);
        return all == null ? null : all.getFirst();
    }

    /** The first value, or another where the name is absent. */
    public String first(String name, String otherwise) {
        String value = first(name);
        return value == null ? otherwise : value;
    }

    /** All values; none when the name is absent. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public boolean contains(String name) {
        return values.containsKey(name);
    }

    /** In the order of their first appearance. */
    public Set<String> names() {
        return values.keySet();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    /**
     * Decodes the text between two places, whose characters are one byte each.
     *
     * @throws StatusException 400 when an escape is malformed or the bytes are not UTF-8
     */
    private static String decode(String text, int start, int end) {
        byte[] bytes = new byte[end - start];
        int length = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = escaped(text, i, end);
                i += 2;
            } else {
                bytes[length++] = (byte) (c == '+' ? ' ' : c);
            }
        }
        return Utf8Decoder.decode(bytes, length);
    }

    private static byte escaped(String text, int at, int end) {
        boolean digits =
                at + 2 < end && HexFormat.isHexDigit(text.charAt(at + 1)) && HexFormat.isHexDigit(text.charAt(at + 2));
        if (!digits) {
            throw new StatusException(400, "a percent sign in a parameter must be followed by two hexadecimal digits");
        }
        return (byte) HexFormat.fromHexDigits(text, at + 1, at + 3);
    }
}
