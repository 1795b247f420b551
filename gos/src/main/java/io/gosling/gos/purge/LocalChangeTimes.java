package io.gosling.gos.purge;

import io.gosling.gos.replacement.StableKeyHash;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Records what requests through this node have changed at the origin, and when: other nodes may hold what was valid
 * before.
 *
 * <p>A table of 3 MiB, allocated with the first change, however many follow: a name has a cell in each of the table's
 * rows, which holds the second of the last change of any name that shares it, and the earliest of its cells is not
 * before its own last change. So nothing is ever forgotten. The more has changed since a response was requested, the
 * more often the response is mistaken for a changed one, and the origin is asked: once in 19 000 after 10 000 other
 * changes, once in 30 after 100 000.
 *
 * <p>Safe for use by many threads, without a lock.
 */
public final class LocalChangeTimes {
    private static final int ROWS = 3;
    private static final int CELL_BITS = 18;
    private static final int CELLS = 1 << CELL_BITS;
    private static final long NANOS = 1_000_000_000L;
    /** Before a tag; no URL begins with it. */
    private static final String TAG = " ";

    private final long beganNanos;

    /** Times in seconds since the start, rounded up; 0 for never. */
    private final AtomicReference<AtomicIntegerArray> table = new AtomicReference<>(new AtomicIntegerArray(0));

    /** The time of the last change whose subject is not known. */
    private final AtomicInteger everything = new AtomicInteger();

    public LocalChangeTimes(long nowNanos) {
        this.beganNanos = nowNanos;
    }

    /** The response of this URL has, with TLS and without. */
    public void changed(String url, long nowNanos) {
        note(place(url), nowNanos);
    }

    public void changed(Collection<String> tags, long nowNanos) {
        tags.forEach(tag -> note(TAG + tag, nowNanos));
    }

    /** Anything may have. */
    public void changed(long nowNanos) {
        everything.accumulateAndGet(second(nowNanos), Math::max);
    }

    private static String place(String url) {
        return url.substring(Math.max(0, url.indexOf("://")));
    }

    private int second(long nowNanos) {
        return Math.clamp((nowNanos - beganNanos) / NANOS + 1, 1, Integer.MAX_VALUE);
    }

    private void note(String what, long nowNanos) {
        AtomicIntegerArray cells =
                table.updateAndGet(there -> there.length() == 0 ? new AtomicIntegerArray(ROWS * CELLS) : there);
        long hash = StableKeyHash.of(what);
        for (int row = 0; row < ROWS; row++) {
            cells.accumulateAndGet(cell(hash, row), second(nowNanos), Math::max);
        }
    }

    private static int cell(long hash, int row) {
        return row * CELLS + (int) (hash >>> row * CELL_BITS & CELLS - 1);
    }

    /**
     * Returns true if a response was requested after all changes that may concern it.
     *
     * @param askedNanos the earliest possible time of the request, by this node's ticker
     */
    public boolean precede(String url, Collection<String> tags, long askedNanos) {
        long asked = askedNanos - beganNanos;
        boolean later = isLater(asked, everything.get());
        AtomicIntegerArray cells = table.get();
        if (cells.length() > 0) {
            later &= isLater(asked, last(cells, place(url)));
            for (String tag : tags) {
                later &= isLater(asked, last(cells, TAG + tag));
            }
        }
        return later;
    }

    private static boolean isLater(long askedNanos, int second) {
        return second == 0 || askedNanos > second * NANOS;
    }

    private static int last(AtomicIntegerArray cells, String what) {
        long hash = StableKeyHash.of(what);
        int last = Integer.MAX_VALUE;
        for (int row = 0; row < ROWS; row++) {
            last = Math.min(last, cells.get(cell(hash, row)));
        }
        return last;
    }
}
