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

    /** Characters of a key that are kept; of longer ones, decisions are not found. */
    private static final int MOST_KEY = 512;

    /** Its detail is the Cache-Status that the client got. */
    static final String BY_ORIGIN = "Cache-Status: ";

    static final String REFUSED = "not stored: requested less, for its size, than what is in memory (replacement)";

    private final AtomicReferenceArray<@Nullable Decision> ring = new AtomicReferenceArray<>(MOST);
    private final AtomicInteger next = new AtomicInteger();
    private final Ticker ticker;

    /**
     * One decision.
     *
     * @param what it was, in words that end where the detail follows
     * @param nanos its time by the ticker
     */
    public record Decision(String key, String what, String detail, long nanos) {}

    DecisionLog(Ticker ticker) {
        this.ticker = ticker;
    }

    void add(String key, String what, String detail) {
        String kept = key.substring(0, Math.min(MOST_KEY, key.length()));
        ring.set(Math.floorMod(next.getAndIncrement(), MOST), new Decision(kept, what, detail, ticker.nanos()));
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
