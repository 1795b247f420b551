package io.gosling.netty.handoff;

import io.gosling.netty.handoff.HandedOffConnectionTracker.Held;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a link that are on their way back to its front-end. The node keeps each, with its descriptor,
 * until it has the front-end's answer, as the front-end does on the way out: so connections under way when the
 * front-end ends are still the node's. Belongs to the link's loop.
 */
final class ReturningConnections {
    /** The kernel queues about 270 descriptors for a Unix socket that is not read, and Netty cannot wait for room. */
    static final int MOST_UNDER_WAY = 128;

    private final Channel frames;
    private final LongSupplier meanFetch;
    private final ReturnPolicy policy;
    private final int mostLooks;
    private final Map<Integer, Leaving> leaving = new LinkedHashMap<>();

    private @Nullable Channel descriptors;

    /** True if the front-end has declined a connection since the last check. */
    private boolean unwanted;

    private static final class Leaving {
        private final Held one;
        private int looks;

        Leaving(Held one) {
            this.one = one;
        }
    }

    /** @param mostLooks number of checks by {@link #looked} before a connection under way is late */
    ReturningConnections(Channel frames, long from, LongSupplier meanFetch, int mostLooks) {
        this.frames = frames;
        this.meanFetch = meanFetch;
        this.policy = new ReturnPolicy(from);
        this.mostLooks = mostLooks;
    }

    void through(Channel second) {
        descriptors = second;
    }

    void stop() {
        descriptors = null;
    }

    /** Returns whether a connection with such a request is to go back. */
    boolean areWanted() {
        return mayOffer() && !unwanted && policy.pays(meanFetch.getAsLong());
    }

    private boolean mayOffer() {
        return descriptors != null && leaving.size() < MOST_UNDER_WAY && frames.isWritable();
    }

    /**
     * Offers a connection, if that is still possible: many may have begun to leave since {@link #areWanted} was called.
     *
     * @param begun stays the caller's
     */
    boolean offer(Held one, ByteBuf begun) {
        Channel second = descriptors;
        ConnectionAddresses pair = one.connection.pair();
        if (second == null || pair == null || !mayOffer()) {
            return false;
        }
        leaving.put(one.number, new Leaving(one));
        frames.writeAndFlush(
                new HandoffFrame.Offer(one.number, pair, one.connection.named(), false, begun.retainedDuplicate()));
        one.connection.passThrough(second).addListener(sent -> {
            if (!sent.isSuccess()) {
                second.close(); // its fellows are another's then; the link ends
            }
        });
        return true;
    }

    Held taken(int number) {
        policy.moved();
        return remove(number);
    }

    /** Removes and returns a declined connection; no others are offered before the next check. */
    Held declined(int number) {
        unwanted = true;
        return remove(number);
    }

    private Held remove(int number) {
        Leaving one = leaving.remove(number);
        if (one == null) {
            throw new IllegalStateException("a front-end spoke of connection " + number + ", which it was not offered");
        }
        return one.one;
    }

    void cameAgain() {
        policy.cameAgain();
    }

    boolean isEmpty() {
        return leaving.isEmpty();
    }

    /** Records a check; returns true if the front-end has not answered about a connection for too long. */
    boolean looked() {
        unwanted = false;
        boolean silent = false;
        for (Leaving one : leaving.values()) {
            silent |= ++one.looks > mostLooks;
        }
        return silent;
    }

    /** Ends the returns; connections under way are the caller's. */
    List<Held> end() {
        List<Held> left = new ArrayList<>(leaving.size());
        leaving.values().forEach(one -> left.add(one.one));
        leaving.clear();
        stop();
        return left;
    }
}
