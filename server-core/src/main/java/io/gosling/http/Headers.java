package io.gosling.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a message in their order, found by name without regard to case. Immutable; every name is a token and
 * no value holds a control character (RFC 9110, section 5), so they can be written to a connection as they are.
 */
public final class Headers implements Iterable<Headers.Field> {
    private static final Headers EMPTY = new Headers(List.of());

    private final List<Field> fields;

    /** One header line. */
    public record Field(String name, String value) {
        /** @throws IllegalArgumentException when the name is no token or the value holds a control character */
        public Field {
            HeaderSyntax.requireName(name);
            HeaderSyntax.requireValue(name, value);
        }
    }

    private Headers(List<Field> fields) {
        this.fields = fields;
    }

    public static Headers empty() {
        return EMPTY;
    }

    /**
     * Returns headers from names and values in turn.
     *
     * @throws IllegalArgumentException when a name or value cannot stand in a header
     */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "names and values must come in pairs, but there are " + namesAndValues.length);
        }
        List<Field> fields = new ArrayList<>(namesAndValues.length / 2);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.add(new Field(namesAndValues[i], namesAndValues[i + 1]));
        }
        return of(fields);
    }

    /** Returns these headers in this order. */
    public static Headers of(List<Field> fields) {
        return fields.isEmpty() ? EMPTY : new Headers(List.copyOf(fields));
    }

    /** Returns the value of the first header of this name, or null. */
    public @Nullable String first(String name) {
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }

    /** Returns the values of all headers of this name, in order. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (Field field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                values.add(field.value());
            }
        }
        return values;
    }

    /** Returns all values of this name as one list value, joined by comma and space; null when there is none. */
    public @Nullable String joined(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? null : String.join(", ", values);
    }

    /** Returns whether the list value of this name has a member, in whatever case. */
    public boolean lists(String name, String member) {
        String list = joined(name);
        return list != null && Arrays.stream(list.split(",")).map(String::strip).anyMatch(member::equalsIgnoreCase);
    }

    public boolean contains(String name) {
        return first(name) != null;
    }

    /** Returns these headers and one more at the end. */
    public Headers plus(String name, String value) {
        List<Field> more = new ArrayList<>(fields.size() + 1);
        more.addAll(fields);
        more.add(new Field(name, value));
        return new Headers(List.copyOf(more));
    }

    /** Returns these headers with every header of this name replaced by one at the end. */
    public Headers with(String name, String value) {
        return without(name).plus(name, value);
    }

    public Headers without(String name) {
        return contains(name)
                ? of(fields.stream()
                        .filter(field -> !field.name().equalsIgnoreCase(name))
                        .toList())
                : this;
    }

    public int size() {
        return fields.size();
    }

    /** Returns the headers as HTTP/1 writes them, a line with CRLF for each. */
    public String lines() {
        StringBuilder lines = new StringBuilder(256);
        for (Field field : fields) {
            lines.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return lines.toString();
    }

    @Override
    public Iterator<Field> iterator() {
        return fields.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Headers headers && headers.fields.equals(fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
