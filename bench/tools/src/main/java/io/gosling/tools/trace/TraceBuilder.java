package io.gosling.tools.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds a trace while it is read: objects get their numbers in the order in which they are first named. Used by one
 * thread.
 */
public final class TraceBuilder {
    /** An array may be no longer. */
    private static final int MOST_REQUESTS = Integer.MAX_VALUE - (1 << 20);

    private final NameNumbering names = new NameNumbering();
    private final TraceWindow window;
    private double first = TraceWindow.UNKNOWN;
    private long[] sizes = new long[1024];
    /** Keeps its pieces, so that what was read is not copied while more is read. */
    private IntStream.Builder requests = IntStream.builder();

    private int asked;
    private long broken;
    private boolean timed;
    private boolean numbered;
    private boolean sized;
    private boolean unsized;

    public TraceBuilder() {
        this(TraceWindow.ALL);
    }

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
        return known(names.of(name.getBytes(StandardCharsets.ISO_8859_1)));
    }

    public int object(long number) {
        numbered = true;
        return known(names.of(number));
    }

    private int known(int object) {
        if (object >= sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * sizes.length);
        }
        return object;
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
    public void ask(int object) {
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
    public void size(int object, long bytes) {
        sizes[object] = Math.max(sizes[object], Math.max(1, bytes));
    }

    public void broken() {
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

    public void sizes(ObjectSizeDistribution of) {
        for (int object = 0; object < names.count(); object++) {
            if (sizes[object] == 0) {
                sizes[object] = Math.max(1, of.draw(Long.hashCode(names.asLong(object))));
            }
        }
    }

    /** Objects that never got a size are left out, with their requests, and the origin tells their number. */
    public Trace trace(String name, String origin) {
        long[] all = Arrays.copyOf(sizes, names.count());
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
        int[] named = IntStream.range(0, names.count())
                .filter(number -> sizes[number] > 0)
                .toArray();
        return TraceWithObjectNames.names(
                named.length,
                object -> numbered ? Long.toUnsignedString(names.asLong(named[object])) : names.text(named[object]));
    }
}
