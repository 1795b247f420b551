package io.gosling.tools.trace;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maps the columns of a CSV file to their meaning: {@code time=1,key=2,size=5}, or by the names of its first line
 * {@code key=url,size=bytes}.
 */
public record ColumnMap(Map<String, String> columns) {
    private static final Pattern COLUMN = Pattern.compile("(time|key|size)=([1-9]\\d{0,3}|.*\\D.*)", Pattern.DOTALL);

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
            Matcher column = COLUMN.matcher(part);
            if (!column.matches()
                    || column.group(2).isBlank()
                    || columns.put(column.group(1), column.group(2)) != null) {
                throw refused(text);
            }
        }
        long numbers = columns.values().stream().filter(ColumnMap::isNumber).count();
        if (!columns.containsKey("key") || (numbers != 0 && numbers != columns.size())) {
            throw refused(text);
        }
        return new ColumnMap(columns);
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("the columns are '" + text
                + "'; expected such as time=1,key=2,size=5, numbered from 1, or by the names of the first line; key is"
                + " needed");
    }

    private static boolean isNumber(String where) {
        return where.matches("\\d+");
    }

    /** Returns whether columns are given by names, which the first line has to resolve. */
    boolean areNamed() {
        return !columns.values().stream().allMatch(ColumnMap::isNumber);
    }

    /**
     * @param first the values of the first line
     * @throws IOException when it lacks the name of a column
     */
    Places places(List<String> first) throws IOException {
        for (String name : areNamed() ? columns.values() : List.<String>of()) {
            if (!first.contains(name)) {
                throw new IOException("the first line names the columns " + String.join(", ", first) + "; expected '"
                        + name + "' among them, or say which they are: --columns time=1,key=2,size=5");
            }
        }
        return new Places(place("time", first), place("key", first), place("size", first));
    }

    private int place(String what, List<String> first) {
        String where = columns.get(what);
        if (where == null) {
            return -1;
        }
        return isNumber(where) ? Integer.parseInt(where) - 1 : first.indexOf(where);
    }
}
