package io.gosling.gos.memory;

import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #MOST} decisions of this node that explain why an object is not in its memory, or came from its
 * origin. A ring: a newer decision displaces the oldest. Safe for use by any thread; no lock.
 */
public final class DecisionLog {
    /** Decisions that are remembered. */
    public static final int MOST = 4096;

    private final AtomicReferenceArray<@Nullable Decision> ring = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger next = new AtomicInteger();
    private final Ticker ticker;

    /** The kinds of decisions. */
    public enum Kind {
        /** The details are the Cache-Status that the client got. */
        ANSWERED_BY_ORIGIN,
        /** The detail is the object that got its place. */
        EVICTED,
        /** The replacement policy preferred what is in memory. */
        REFUSED,
        PURGED,
        TOO_LARGE,
        NO_HEADROOM
    }

    /**
     * One decision.
     *
     * @param nanos its time by the ticker
     */
    public record Decision(Kind kind, String key, String detail, long nanos) {}

    DecisionLog(Ticker ticker) {
        this.ticker = ticker;
    }

    void add(Kind kind, String key, String detail) {
        ring.set(Math.floorMod(next.getAndIncrement(), MOST), new Decision(kind, key, detail, ticker.nanos()));
    }

    /** The decisions about these objects, the latest first. Looks at all of them. */
    public List<Decision> of(Predicate<String> key) {
        List<Decision> found = new ArrayList<>();
        int newest = next.get() - 1;
        for (int back = 0; back < MOST; back++) {
            Decision decision = ring.get(Math.floorMod(newest - back, MOST));
            if (decision != null && key.test(decision.key())) {
                found.add(decision);
            }
        }
        return found;
    }
}
