package io.gosling.tools.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Builds a trace while it is read: objects get their numbers in the order in which they are first named. Used by one
 * thread.
 */
final class TraceBuilder {
    /** An array may be no longer. */
    private static final int MOST_REQUESTS = Integer.MAX_VALUE - (1 << 20);

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final TraceWindow window;
    private double first = TraceWindow.UNKNOWN;
    private long[] sizes = new long[1024];
    /** Keeps its pieces, so that what was read is not copied while more is read. */
    private IntStream.Builder requests = IntStream.builder();

    private int asked;
    private long broken;
    private boolean timed;
    private boolean sized;
    private boolean unsized;

    TraceBuilder(TraceWindow window) {
        this.window = window;
    }

    /** Returns whether a line with this time counts; in seconds, from wherever its form counts them. */
    boolean counts(double time) {
        timed = true;
        if (Double.isNaN(first)) {
            first = time;
        }
        return window.has(time, first);
    }

    boolean isTimed() {
        return timed;
    }

    int object(String name) {
        return numbers.computeIfAbsent(name, added -> {
            if (names.size() == sizes.length) {
                sizes = Arrays.copyOf(sizes, 2 * sizes.length);
            }
            names.add(added);
            return names.size() - 1;
        });
    }

    /**
     * Adds a GET of an access log if its answer makes it a request of the trace. The size of an object is that of its
     * largest 200 response; an object that never had such a response is left out together with its requests.
     *
     * @param bytes -1 where they are not told
     */
    void answered(String target, long status, long bytes) {
        if (status == 200 || status == 206 || status == 304) {
            int object = object(target);
            add(object, bytes >= 0);
            if (status == 200 && bytes >= 0) {
                size(object, bytes);
            }
        }
    }

    /** Adds a request for an object whose size is not told with it. */
    void ask(int object) {
        add(object, false);
    }

    void ask(int object, long bytes) {
        add(object, true);
        size(object, bytes);
    }

    private void add(int object, boolean told) {
        if (asked == MOST_REQUESTS) {
            throw new IllegalStateException(
                    "more than " + MOST_REQUESTS + " requests; expected fewer: cut a window out");
        }
        asked++;
        requests.add(object);
        sized |= told;
        unsized |= !told;
    }

    /** An object has been seen with this size; its size is the largest that was seen. */
    void size(int object, long bytes) {
        sizes[object] = Math.max(sizes[object], Math.max(1, bytes));
    }

    void broken() {
        broken++;
    }

    /** Ends a file: where none of its requests told a size, objects without one get theirs from these. */
    void fileEnds(ObjectSizeDistribution of) {
        if (unsized && !sized) {
            sizes(of);
        }
        unsized = false;
        sized = false;
    }

    void sizes(ObjectSizeDistribution of) {
        for (int object = 0; object < names.size(); object++) {
            if (sizes[object] == 0) {
                sizes[object] = Math.max(1, of.draw(names.get(object).hashCode()));
            }
        }
    }

    /** Objects that never got a size are left out, with their requests, and the origin tells their number. */
    Trace trace(String name, String origin) {
        long[] all = Arrays.copyOf(sizes, names.size());
        int[] renumbered = new int[all.length];
        int objects = 0;
        for (int number = 0; number < all.length; number++) {
            renumbered[number] = all[number] == 0 ? -1 : objects++;
        }
        int[] read = requests.build().toArray();
        requests = IntStream.builder();
        int kept = 0;
        for (int object : read) {
            if (renumbered[object] >= 0) {
                read[kept++] = renumbered[object];
            }
        }
        String told = objects == all.length
                ? origin
                : origin + ", without " + (read.length - kept) + " requests for " + (all.length - objects)
                        + " objects of which no size is known";
        long[] known = Arrays.stream(all).filter(size -> size > 0).toArray();
        return new Trace(name, told, kept == read.length ? read : Arrays.copyOf(read, kept), known, broken);
    }

    List<String> names() {
        int[] named = IntStream.range(0, names.size())
                .filter(number -> sizes[number] > 0)
                .toArray();
        return TraceWithObjectNames.names(named.length, object -> names.get(named[object]));
    }
}
