package io.gosling.tools.trace;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps the columns of a CSV file to their meaning: {@code time=1,key=2,size=5}, or by the names of its first line
 * {@code key=url,size=bytes}.
 */
public record ColumnMap(Map<String, String> columns) {
    private static final Set<String> WHATS = Set.of("time", "key", "size");

    /** The usual columns: a first line with these names. */
    public static final ColumnMap USUAL = new ColumnMap(Map.of("key", "key", "size", "size"));

    /** Columns from 0; -1 for none. */
    record Places(int time, int key, int size) {
        int last() {
            return Math.max(time, Math.max(key, size));
        }
    }

    public static ColumnMap parse(String text) {
        Map<String, String> columns = new HashMap<>();
        for (String part : text.split(",")) {
            int equals = part.indexOf('=');
            String what = equals < 0 ? part : part.substring(0, equals);
            String where = equals < 0 ? "" : part.substring(equals + 1);
            boolean place = isNumber(where) || !where.matches("\\d*");
            if (!WHATS.contains(what) || !place || where.isBlank() || columns.put(what, where) != null) {
                throw refused(text);
            }
        }
        if (!columns.containsKey("key") || new ColumnMap(columns).isMixed()) {
            throw refused(text);
        }
        return new ColumnMap(columns);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("the columns are '" + text
                + "'; expected such as time=1,key=2,size=5, numbered from 1, or by the names of the first line; key is"
                + " needed");
    }

    private boolean isMixed() {
        long numbers = columns.values().stream().filter(ColumnMap::isNumber).count();
        return numbers != 0 && numbers != columns.size();
    }

    private static boolean isNumber(String where) {
        return where.matches("[1-9]\\d{0,3}");
    }

    /** The columns by number; null if they are given by names, which the first line resolves. */
    @Nullable
    Places numbered() {
        if (!columns.values().stream().allMatch(ColumnMap::isNumber)) {
            return null;
        }
        return new Places(number("time"), number("key"), number("size"));
    }

    private int number(String what) {
        String where = columns.get(what);
        return where == null ? -1 : Integer.parseInt(where) - 1;
    }

    Places named(List<String> first) throws IOException {
        for (String name : columns.values()) {
            if (!first.contains(name)) {
                throw new IOException("the first line names the columns " + String.join(", ", first) + "; expected '"
                        + name + "' among them, or say which they are: --columns time=1,key=2,size=5");
            }
        }
        return new Places(place("time", first), place("key", first), place("size", first));
    }

    private int place(String what, List<String> first) {
        String name = columns.get(what);
        return name == null ? -1 : first.indexOf(name);
    }
}
