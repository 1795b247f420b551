package io.gosling.gos.link;

import io.gosling.common.Bounds;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of questions of other nodes that this node has in hand, and its bound. Safe for use by many threads. */
final class LinkLoad {
    /** Time for which a node that has too much in hand is not to be asked. */
    static final int RETRY_MILLIS = 50;

    private final AtomicInteger inHand = new AtomicInteger();
    private final int most;

    /** @param most questions at a time, 1 to 1 000 000 */
    LinkLoad(int most) {
        Bounds.require("questions in hand", most, 1, 1_000_000);
        this.most = most;
    }

    /** Returns true if a question may be answered; {@link #end} has to follow. */
    boolean begin() {
        if (inHand.incrementAndGet() <= most) {
            return true;
        }
        inHand.decrementAndGet();
        return false;
    }

    void end() {
        inHand.decrementAndGet();
    }

    int inHand() {
        return inHand.get();
    }
}
