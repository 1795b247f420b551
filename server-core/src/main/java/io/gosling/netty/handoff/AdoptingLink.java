package io.gosling.netty.handoff;

import io.gosling.netty.Adopted;
import io.gosling.netty.Adoption;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node's side of the two sockets between it and one event loop of a front-end. The connections that come by it, and all
 * that it has, belong to the event loop of its first socket; where the second has another loop, descriptors come from there
 * in their order.
 *
 * <p>A connection's life here:
 *
 * <ol>
 *   <li>offered: frame or descriptor has come, and the other is waited for. It is the front-end's
 *   <li>taken: the system has taken the word that it is the node's; only then is anything read or written. If the word
 *       cannot be said, the front-end is gone, and the connection is closed
 *   <li>quiet and busy in turn, as is looked several times a second
 *   <li>ended. Who ends is not asked: when the front-end goes, its connections live on, and nobody is told
 * </ol>
 */
final class AdoptingLink extends SimpleChannelInboundHandler<HandoffFrame> {
    private static final System.Logger LOG = System.getLogger(HandoffDoor.class.getName());

    /** A front-end has fewer on their way at a time. */
    private static final int MOST_UNDER_WAY = 256;

    private static final long LOOK_MILLIS = 100;

    /** Looks at which an offer may be without its descriptor, which was sent with it: a second. */
    private static final int MOST_LOOKS = 10;

    /** Bytes that a front-end may leave unread of what it has to be told. */
    private static final int MOST_UNSAID = 1 << 20;

    private final long number;
    private final Channel frames;
    private final EventLoop loop;
    private final Adoption adoption;
    private final Deque<HandoffFrame.Offer> offers = new ArrayDeque<>();
    private final Deque<Integer> descriptors = new ArrayDeque<>();
    private final Map<Integer, Held> held = new HashMap<>();
    private @Nullable Channel second;
    private @Nullable Future<?> looking;
    /** Offers that have met their descriptors; how many had at the last look; looks in a row at which one waited and none had. */
    private long met;

    private long metBefore;
    private int looksInVain;
    private boolean closed;

    private static final class Held {
        private final Adopted connection;
        private boolean quiet;

        Held(Adopted connection) {
            this.connection = connection;
        }
    }

    AdoptingLink(long number, Channel frames, Adoption adoption) {
        this.number = number;
        this.frames = frames;
        this.loop = frames.eventLoop();
        this.adoption = adoption;
    }

    long number() {
        return number;
    }

    /** The second socket is there, and is read as descriptors from now on. On its loop. */
    void joined(Channel descriptorSocket) {
        onLoop(() -> {
            second = descriptorSocket;
            if (closed) {
                descriptorSocket.close();
            } else {
                frames.writeAndFlush(new HandoffFrame.Ready());
            }
        });
    }

    /** The second socket is gone. On its loop. */
    void unjoined() {
        onLoop(() -> frames.close());
    }

    /** A descriptor came. On the loop of the second socket. */
    void descriptor(int descriptor) {
        onLoop(() -> {
            descriptors.add(descriptor);
            match();
        });
    }

    private void onLoop(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else {
            loop.execute(step);
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
        if (frame instanceof HandoffFrame.Offer offer) {
            offers.add(offer);
            match();
        } else {
            throw new IllegalStateException(frame + " is nothing that a front-end says here");
        }
    }

    private void match() {
        if (closed || Math.max(offers.size(), descriptors.size()) > MOST_UNDER_WAY) {
            forget();
            frames.close();
            return;
        }
        while (frames.isOpen() && !offers.isEmpty() && !descriptors.isEmpty()) {
            met++;
            take(offers.remove(), descriptors.remove());
        }
        if (!offers.isEmpty()) {
            lookLater();
        }
    }

    private void take(HandoffFrame.Offer offer, int descriptor) {
        int connection = offer.number();
        Adopted adopted = adoption.take(descriptor, loop, offer.client());
        if (adopted == null) {
            offer.begun().release();
            say(new HandoffFrame.Declined(connection));
            return;
        }
        if (!adopted.is(offer.connection())) {
            // The system has dropped a descriptor, so that each of those that follow would be taken for the one before.
            offer.begun().release();
            adopted.drop();
            descriptorWasLost();
            return;
        }
        frames.writeAndFlush(new HandoffFrame.Taken(connection)).addListener(told -> {
            if (told.isSuccess()) {
                hold(connection, adopted);
                adopted.serve(offer.begun());
            } else {
                offer.begun().release();
                adopted.drop();
            }
        });
        closeIfUnheard();
    }

    private void hold(int connection, Adopted adopted) {
        held.put(connection, new Held(adopted));
        adopted.whenClosed(() -> {
            held.remove(connection);
            say(new HandoffFrame.Ended(connection));
        });
        lookLater();
    }

    private void lookLater() {
        if (looking == null && !closed) {
            looking = loop.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** What was offered and not taken is the front-end's again. */
    private void descriptorWasLost() {
        LOG.log(
                System.Logger.Level.WARNING,
                "the descriptor of a client's connection was lost on its way, and the link to its front-end is begun"
                        + " anew: this process may have as many files open as it may (ulimit -Hn,"
                        + " LimitNOFILE of systemd)");
        frames.close();
    }

    /** What a front-end has to hear. One that does not read it has its link closed, and its connections live on. */
    private void say(HandoffFrame frame) {
        frames.writeAndFlush(frame);
        closeIfUnheard();
    }

    private void closeIfUnheard() {
        ChannelOutboundBuffer unsaid = frames.unsafe().outboundBuffer();
        if (unsaid != null && unsaid.totalPendingWriteBytes() > MOST_UNSAID) {
            frames.close();
        }
    }

    private void look() {
        looksInVain = offers.isEmpty() || met != metBefore ? 0 : looksInVain + 1;
        metBefore = met;
        if (looksInVain > MOST_LOOKS) {
            descriptorWasLost(); // and none may come for as long as this process has as many as it may
        } else if (held.isEmpty() && offers.isEmpty()) {
            stopLooking();
        } else if (frames.isWritable()) {
            tell(); // or, by when it reads, they may have changed again
        }
    }

    /** Tells which connections have something to do, and which not, as far as that has changed. */
    private void tell() {
        held.forEach((connection, one) -> {
            boolean quiet = one.connection.isResting();
            if (quiet != one.quiet) {
                one.quiet = quiet;
                frames.write(quiet ? new HandoffFrame.Quiet(connection) : new HandoffFrame.Busy(connection));
            }
        });
        frames.flush();
    }

    private void stopLooking() {
        if (looking != null) {
            looking.cancel(false);
            looking = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        stopLooking();
        forget();
        if (second != null) {
            second.close();
        }
    }

    /** What was offered is the front-end's. */
    private void forget() {
        offers.forEach(offer -> offer.begun().release());
        offers.clear();
        descriptors.forEach(Adoption::closeDescriptor);
        descriptors.clear();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, "a link to a front-end failed and is closed: {0}", cause.toString());
        ctx.close();
    }
}
