package io.gosling.bench.load;

import java.util.AbstractList;
import java.util.List;

/** Numbers as names, for traces that were made. */
final class Numbers {
    private Numbers() {}

    static List<String> below(int count) {
        return new AbstractList<>() {
            @Override
            public String get(int number) {
                return Integer.toString(number);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }
}
