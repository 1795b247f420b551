package io.gosling.common;

import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) from maps, records, iterables, enums, texts, numbers, booleans and null. Records must
 * be public. A {@link java.math.BigDecimal} keeps the zeros at its end. Pure.
 */
public final class JsonWriter {
    private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private final StringBuilder out = new StringBuilder(1024);

    private JsonWriter() {}

    public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /**
     * The JSON text of a value, on one line. Numbers that JSON does not have (NaN, infinities) become null.
     *
     * @throws IllegalArgumentException for a value of another type
     */
    public static String write(@Nullable Object value) {
        JsonWriter json = new JsonWriter();
        json.value(value);
        return json.out.toString();
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case CharSequence text -> text(text);
            case Enum<?> constant ->
                text(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            case Boolean bool -> out.append(bool);
            case Number number -> out.append(Double.isFinite(number.doubleValue()) ? number.toString() : "null");
            case Map<?, ?> object -> object(object);
            case Record record -> object(members(record));
            case Iterable<?> array -> array(array.iterator());
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    /** The components of a record under their names, written with underscores. */
    private static Map<String, @Nullable Object> members(Record record) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                String name =
                        CAPITAL.matcher(component.getName()).replaceAll("_$0").toLowerCase(Locale.ROOT);
                members.put(name, component.getAccessor().invoke(record));
            }
            return members;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("no JSON for " + record.getClass(), e);
        }
    }

    private void object(Map<?, ?> object) {
        char before = '{';
        for (Map.Entry<?, ?> member : object.entrySet()) {
            out.append(before);
            text(String.valueOf(member.getKey()));
            out.append(':');
            value(member.getValue());
            before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
    }

    private void array(Iterator<?> elements) {
        out.append('[');
        while (elements.hasNext()) {
            value(elements.next());
            if (elements.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    private void text(CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < 0x20 || c >= 0x7f) {
                    escape(c);
                } else {
                    out.append(c);
                }
            }
        }
    }

    private void escape(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX[(c >> shift) & 15]);
        }
    }
}
