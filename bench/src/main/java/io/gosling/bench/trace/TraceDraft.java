package io.gosling.bench.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A trace while it is read: objects get their numbers in the order in which they are first named. */
public final class TraceDraft {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private long[] sizes = new long[1024];
    private int[] requests = new int[1024];
    private int length;
    private long broken;

    /** A request. */
    public void ask(Object key) {
        if (length == requests.length) {
            requests = Arrays.copyOf(requests, 2 * length);
        }
        requests[length++] = number(key);
    }

    /** An object has been seen with this size; its size is the largest that was seen. */
    public void size(Object key, long bytes) {
        int number = number(key);
        sizes[number] = Math.max(sizes[number], Math.max(1, bytes));
    }

    /** A line could not be read. */
    public void broken() {
        broken++;
    }

    private int number(Object key) {
        int number = numbers.computeIfAbsent(key, made -> numbers.size());
        if (number >= sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * sizes.length);
        }
        return number;
    }

    /** What has no size gets one. */
    public void sizes(Sizes of) {
        for (Map.Entry<Object, Integer> object : numbers.entrySet()) {
            sizes[object.getValue()] = Math.max(1, of.draw(object.getKey().hashCode()));
        }
    }

    /** Objects that never got a size are left out, with their requests. */
    public Trace trace(String name, String origin) {
        long[] sized = Arrays.copyOf(sizes, numbers.size());
        int[] renumbered = new int[sized.length];
        int objects = 0;
        for (int number = 0; number < sized.length; number++) {
            renumbered[number] = sized[number] == 0 ? -1 : objects++;
        }
        int[] asked = Arrays.stream(requests, 0, length)
                .map(number -> renumbered[number])
                .filter(number -> number >= 0)
                .toArray();
        return new Trace(
                name,
                origin,
                asked,
                Arrays.stream(sized).filter(size -> size > 0).toArray(),
                broken);
    }
}
