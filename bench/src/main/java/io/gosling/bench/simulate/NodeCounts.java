package io.gosling.bench.simulate;

import java.util.List;
import java.util.TreeSet;

/** Numbers of nodes as people write them: {@code 1,4,8-16}. */
final class NodeCounts {
    private static final int MOST = 1000;

    private NodeCounts() {}

    /**
     * In rising order, each once.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static List<Integer> parse(String text) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            if (ends.length > 2) {
                throw bad(text);
            }
            int first = number(ends[0], text);
            int last = number(ends[ends.length - 1], text);
            if (first > last) {
                throw bad(text);
            }
            for (int count = first; count <= last; count++) {
                counts.add(count);
            }
        }
        return List.copyOf(counts);
    }

    private static int number(String text, String all) {
        if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw bad(all);
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "'" + text + "' are no numbers of nodes; expected 1 to " + MOST + ", such as 1,4,8-16");
    }
}
