package io.gosling.bench.trace;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A trace while it is read: objects get their numbers in the order in which they are first named. Used by one thread. */
public final class TraceDraft {
    private final Names names = new Names();
    private final Window window;
    private double first = Window.UNKNOWN;
    private long[] sizes = new long[1024];
    private int[] requests = new int[1024];
    private int length;
    private long broken;
    private boolean timed;
    private boolean numbered;

    public TraceDraft() {
        this(Window.ALL);
    }

    TraceDraft(Window window) {
        this.window = window;
    }

    /** Whether a line with this time counts; in seconds, from wherever its form counts them. */
    boolean counts(double time) {
        timed = true;
        if (Double.isNaN(first)) {
            first = time;
        }
        return window.has(time, first);
    }

    /** Whether its requests have times. */
    boolean isTimed() {
        return timed;
    }

    /** The object of a name. */
    int object(byte[] bytes, int from, int to) {
        return sized(names.of(bytes, from, to - from));
    }

    /** The object of a number. */
    public int object(long number) {
        numbered = true;
        return sized(names.of(number));
    }

    private int sized(int object) {
        if (object >= sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * sizes.length);
        }
        return object;
    }

    /** A request for an object. */
    public void ask(int object) {
        if (length == requests.length) {
            if (length > Integer.MAX_VALUE / 2) {
                throw new IllegalStateException("more than " + length + " requests; expected fewer: cut a window out");
            }
            requests = Arrays.copyOf(requests, 2 * length);
        }
        requests[length++] = object;
    }

    /** An object has been seen with this size; its size is the largest that was seen. */
    public void size(int object, long bytes) {
        sizes[object] = Math.max(sizes[object], Math.max(1, bytes));
    }

    /** A line could not be read. */
    public void broken() {
        broken++;
    }

    /** What has no size gets one, by its number. */
    public void sizes(Sizes of) {
        for (int object = 0; object < names.count(); object++) {
            if (sizes[object] == 0) {
                sizes[object] = Math.max(1, of.draw(Long.hashCode(names.asLong(object))));
            }
        }
    }

    /** Objects that never got a size are left out, with their requests. */
    public Trace trace(String name, String origin) {
        long[] sized = Arrays.copyOf(sizes, names.count());
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

    /** What the objects of {@link #trace} are called; a number in decimal digits. */
    List<String> names() {
        int[] named = IntStream.range(0, names.count())
                .filter(number -> sizes[number] > 0)
                .toArray();
        return new AbstractList<>() {
            @Override
            public String get(int object) {
                return numbered ? Long.toUnsignedString(names.asLong(named[object])) : names.text(named[object]);
            }

            @Override
            public int size() {
                return named.length;
            }
        };
    }
}
