package io.gosling.tools.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The keys by which policies know the objects of a trace. Immutable by agreement. */
public record ObjectKeys(String[] keys, Map<String, Integer> numbers) {
    public static ObjectKeys of(Trace trace) {
        String[] keys = new String[trace.objects()];
        Map<String, Integer> numbers = new HashMap<>(2 * keys.length);
        for (int object = 0; object < keys.length; object++) {
            keys[object] = "/" + object;
            numbers.put(keys[object], object);
        }
        return new ObjectKeys(keys, numbers);
    }

    public String key(int object) {
        return keys[object];
    }

    public int number(String key) {
        return Objects.requireNonNull(numbers.get(key));
    }
}
