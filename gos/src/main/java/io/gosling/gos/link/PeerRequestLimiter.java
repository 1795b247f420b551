package io.gosling.gos.link;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of questions of other nodes that this node has in hand, with the bodies of their answers, and the places
 * for those of them that other threads work on. What is answered at once, and what is being sent, needs no place: slow
 * readers take none from others. Safe for use by many threads.
 */
final class PeerRequestLimiter {
    /** Messages that may be lost get this part of the places. */
    private static final int MINOR = 4;

    private final AtomicInteger inHand = new AtomicInteger();
    private final AtomicInteger places = new AtomicInteger();
    private final int most;

    /** @param most questions at a time that other threads work on */
    PeerRequestLimiter(int most) {
        this.most = most;
    }

    /** A question has come; {@link #end} has to follow. */
    void begin() {
        inHand.incrementAndGet();
    }

    /** Returns true if another thread may work on a question; {@link #leave} has to follow. */
    boolean enter() {
        return enter(most);
    }

    /** The same for a message that may be lost. */
    boolean enterMinor() {
        return enter(Math.max(1, most / MINOR));
    }

    private boolean enter(int bound) {
        if (places.incrementAndGet() <= bound) {
            return true;
        }
        places.decrementAndGet();
        return false;
    }

    void leave() {
        places.decrementAndGet();
    }

    void end() {
        inHand.decrementAndGet();
    }

    int inHand() {
        return inHand.get();
    }
}
