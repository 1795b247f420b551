package io.gosling.gos.link;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The number of links of other nodes, and of their questions that this node has in hand, with the bodies of their
 * answers, and the places for those of them that other threads work on. What is answered at once, and what is being sent, needs no place: slow
 * readers take none from others. Safe for use by many threads.
 */
final class PeerRequestLimiter {
    /** Messages that may be lost get this part of the places. */
    private static final int MINOR = 4;

    private final AtomicInteger inHand = new AtomicInteger();
    private final AtomicInteger places = new AtomicInteger();
    private final AtomicInteger links = new AtomicInteger();
    private final int most;
    private final int mostLinks;

    /**
     * @param most questions at a time that other threads work on
     * @param mostLinks links at a time; further ones are refused
     */
    PeerRequestLimiter(int most, int mostLinks) {
        this.most = most;
        this.mostLinks = mostLinks;
    }

    /** Returns the reason to admit no further link; null admits one, and {@link #linkEnded} has to follow. */
    @Nullable
    String admitLink() {
        if (links.incrementAndGet() <= mostLinks) {
            return null;
        }
        linkEnded();
        return mostLinks + " links are open";
    }

    void linkEnded() {
        links.decrementAndGet();
    }

    /** Links whose other side has been accepted. */
    int links() {
        return links.get();
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
