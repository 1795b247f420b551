package io.gosling.netty.handoff;

import io.gosling.netty.server.AdoptedConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a node holds for one link, and what it tells the front-end of them: which are quiet or busy, as
 * checked several times a second, and which have ended. Belongs to the link's loop.
 */
final class HandedOffConnectionTracker {
    static final long LOOK_MILLIS = 100;

    /** Bytes of frames that a front-end may leave unread. */
    private static final int MOST_UNSAID = 1 << 20;

    private final Channel frames;
    private final Runnable look;
    private final Runnable unheard;
    private final Map<Integer, Held> held = new HashMap<>();
    private @Nullable Future<?> looking;
    private boolean over;

    /** A connection that the node has, or that is on its way back. */
    static final class Held {
        final int number;
        final AdoptedConnection connection;

        /** The state that was last reported to the front-end. */
        private boolean quiet;

        Held(int number, AdoptedConnection connection) {
            this.number = number;
            this.connection = connection;
        }
    }

    /**
     * @param look a check, which calls {@link #tell} or {@link #stopLooking}
     * @param unheard run when the front-end leaves too many frames unread
     */
    HandedOffConnectionTracker(Channel frames, Runnable look, Runnable unheard) {
        this.frames = frames;
        this.look = look;
        this.unheard = unheard;
    }

    Held add(int number, AdoptedConnection connection) {
        Held one = new Held(number, connection);
        held.put(number, one);
        connection.whenClosed(() -> {
            if (held.remove(number) != null) {
                say(new HandoffFrame.Ended(number));
            }
        });
        lookLater();
        return one;
    }

    void put(Held one) {
        held.put(one.number, one);
    }

    void remove(Held one) {
        held.remove(one.number);
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** A copy, since some that are told to end do so at once. */
    List<Held> all() {
        return new ArrayList<>(held.values());
    }

    void say(HandoffFrame frame) {
        frames.writeAndFlush(frame);
        checkIsHeard();
    }

    /** Gives up a front-end that does not read. */
    void checkIsHeard() {
        ChannelOutboundBuffer unsaid = frames.unsafe().outboundBuffer();
        if (unsaid != null && unsaid.totalPendingWriteBytes() > MOST_UNSAID) {
            unheard.run();
        }
    }

    void lookLater() {
        if (looking == null && !over) {
            looking = frames.eventLoop().scheduleWithFixedDelay(look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Reports which connections have become busy or quiet; later, where it is not read, as they may change again. */
    void tell() {
        if (!frames.isWritable()) {
            return;
        }
        held.forEach((number, one) -> {
            boolean quiet = one.connection.isWaitingForClient();
            if (quiet != one.quiet) {
                one.quiet = quiet;
                frames.write(quiet ? new HandoffFrame.Quiet(number) : new HandoffFrame.Busy(number));
            }
        });
        frames.flush();
    }

    void stopLooking() {
        if (looking != null) {
            looking.cancel(false);
            looking = null;
        }
    }

    /** Reports nothing any more, and returns what was held. */
    List<Held> end() {
        over = true;
        stopLooking();
        List<Held> left = all();
        held.clear();
        return left;
    }
}
