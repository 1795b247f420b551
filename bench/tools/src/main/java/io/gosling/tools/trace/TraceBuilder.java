package io.gosling.tools.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds a trace while it is read: objects get their numbers in the order in which they are first named. Used by one
 * thread.
 */
public final class TraceBuilder {
    private static final int PIECE = 1 << 20;
    private static final int MOST_PIECES = Integer.MAX_VALUE / PIECE;

    private final NameIndex names = new NameIndex();
    private final TraceWindow window;
    private double first = TraceWindow.UNKNOWN;
    private long[] sizes = new long[1024];
    /** Requests by pieces, so that what was read is not copied while more is read; the last one is being filled. */
    private final List<int[]> pieces = new ArrayList<>(List.of(new int[1024]));

    private int used;
    private long broken;
    private boolean timed;
    private boolean numbered;

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

    int object(byte[] bytes, int from, int to) {
        return sized(names.of(bytes, from, to - from));
    }

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

    /** Returns whether a GET with this answer in an access log is a request of the trace. */
    static boolean isRead(long status) {
        return status == 200 || status == 206 || status == 304;
    }

    /**
     * Adds a request with its answer. The size of an object is that of its largest 200 response; an object that never
     * had such a response is left out together with its requests.
     */
    void answered(int object, long status, long bytes) {
        ask(object);
        if (status == 200) {
            size(object, bytes);
        }
    }

    public void ask(int object) {
        int[] last = pieces.getLast();
        if (used == last.length) {
            last = another(last);
        }
        last[used++] = object;
    }

    private int[] another(int[] last) {
        if (used < PIECE) {
            pieces.set(pieces.size() - 1, Arrays.copyOf(last, 2 * used));
            return pieces.getLast();
        }
        if (pieces.size() == MOST_PIECES) {
            throw new IllegalStateException(
                    "more than " + (long) MOST_PIECES * PIECE + " requests; expected fewer: cut a window out");
        }
        pieces.add(new int[PIECE]);
        used = 0;
        return pieces.getLast();
    }

    /** An object has been seen with this size; its size is the largest that was seen. */
    public void size(int object, long bytes) {
        sizes[object] = Math.max(sizes[object], Math.max(1, bytes));
    }

    public void broken() {
        broken++;
    }

    public void sizes(Sizes of) {
        for (int object = 0; object < names.count(); object++) {
            if (sizes[object] == 0) {
                sizes[object] = Math.max(1, of.draw(Long.hashCode(names.asLong(object))));
            }
        }
    }

    /** Objects that never got a size are left out, with their requests, and the origin tells their number. */
    public Trace trace(String name, String origin) {
        long[] sized = Arrays.copyOf(sizes, names.count());
        int[] renumbered = new int[sized.length];
        int objects = 0;
        for (int number = 0; number < sized.length; number++) {
            renumbered[number] = sized[number] == 0 ? -1 : objects++;
        }
        long asked = (pieces.size() - 1L) * PIECE + used;
        int[] requests = requests(renumbered);
        String told = objects == sized.length
                ? origin
                : origin + ", without " + (asked - requests.length) + " requests for " + (sized.length - objects)
                        + " objects of which no size is known";
        long[] known = Arrays.stream(sized).filter(size -> size > 0).toArray();
        return new Trace(name, told, requests, known, broken);
    }

    /** All requests in one, with other numbers of their objects; of those below 0 none. Takes the pieces apart. */
    private int[] requests(int[] renumbered) {
        int[] kept = new int[pieces.size()];
        for (int number = 0; number < kept.length; number++) {
            int[] piece = pieces.get(number);
            int length = number == kept.length - 1 ? used : piece.length;
            for (int i = 0; i < length; i++) {
                int object = renumbered[piece[i]];
                if (object >= 0) {
                    piece[kept[number]++] = object;
                }
            }
        }
        int[] requests = new int[Arrays.stream(kept).sum()];
        int length = 0;
        for (int number = 0; number < kept.length; number++) {
            System.arraycopy(pieces.set(number, kept), 0, requests, length, kept[number]);
            length += kept[number];
        }
        pieces.clear();
        return requests;
    }

    List<String> names() {
        int[] named = IntStream.range(0, names.count())
                .filter(number -> sizes[number] > 0)
                .toArray();
        return NamedTrace.names(
                named.length,
                object -> numbered ? Long.toUnsignedString(names.asLong(named[object])) : names.text(named[object]));
    }
}
