package io.gosling.netty.handoff;

import io.gosling.netty.handoff.HandedOffConnectionTracker.Held;
import io.gosling.netty.server.AdoptedConnection;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.server.ConnectionReturnRoute;
import io.gosling.netty.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of the two sockets between it and one event loop of a front-end. The connections that arrive by it,
 * and all its state, belong to the event loop of its first socket; where the second has another loop, descriptors come
 * from there in their order.
 *
 * <p>States of a connection:
 *
 * <ol>
 *   <li>offered: frame or descriptor has arrived, and the other is awaited. The connection is the front-end's
 *   <li>taken: the system has accepted the {@link HandoffFrame.Taken} frame for sending, so the connection is the
 *       node's; only then is anything read or written. If the frame cannot be sent, the front-end is gone, and the
 *       connection is closed
 *   <li>quiet and busy in turn, as checked several times a second
 *   <li>perhaps on its way back; it comes back here where the front-end declines it, or has ended
 *   <li>ended, or the front-end's. The node does not ask which process ended: when the front-end goes, its connections
 *       live on, and nobody is notified
 * </ol>
 */
final class LocalHandoffReceiver extends SimpleChannelInboundHandler<HandoffFrame> {
    private static final System.Logger LOG = System.getLogger(LocalHandoffListener.class.getName());

    /** Limit on offers under way; a front-end has fewer at a time. */
    private static final int MOST_UNDER_WAY = 256;

    private static final int LONGEST_TIMEOUT_MILLIS = 60_000;

    /** Checks within which a descriptor must follow its offer: a second. */
    private static final int MOST_LOOKS = 10;

    final long number;
    private final Channel frames;
    private final EventLoop loop;
    private final AdoptedConnections adoption;
    private final Deque<HandoffFrame.Offer> offers = new ArrayDeque<>();
    private final Deque<Integer> descriptors = new ArrayDeque<>();
    private final HandedOffConnectionTracker held;
    private final ReturningConnections returns;
    private @Nullable Channel second;
    /** Number of offers that have met their descriptors, also at the last check; checks at which one waited in vain. */
    private long met;

    private long metBefore;
    private int looksInVain;
    /** True if this side has ended the link and waits for answers about connections on their way back. */
    private boolean ending;

    private boolean closed;

    LocalHandoffReceiver(
            long number,
            Channel frames,
            AdoptedConnections adoption,
            HandoffFrame.Hello frontEnd,
            LongSupplier meanFetch) {
        this.number = number;
        this.frames = frames;
        this.loop = frames.eventLoop();
        this.adoption = adoption;
        // A front-end that does not read has its link closed, and its connections live on.
        this.held = new HandedOffConnectionTracker(frames, this::look, this::end);
        long timeout = Math.clamp(frontEnd.timeoutMillis(), 0, LONGEST_TIMEOUT_MILLIS);
        int mostLooks = (int) (timeout / HandedOffConnectionTracker.LOOK_MILLIS) + 1;
        this.returns = new ReturningConnections(frames, frontEnd.backFrom(), meanFetch, mostLooks);
    }

    void joined(Channel descriptorSocket) {
        Transport.onLoop(loop, () -> {
            second = descriptorSocket;
            if (closed) {
                descriptorSocket.close();
            } else {
                returns.through(descriptorSocket);
                frames.writeAndFlush(new HandoffFrame.Ready());
            }
        });
    }

    /** The second socket is gone. On its loop. */
    void unjoined() {
        Transport.onLoop(loop, this::end);
    }

    private void end() {
        ending = true;
        returns.stop();
        forget();
        if (closed || returns.isEmpty()) {
            frames.close();
        } else {
            // Ends the input after the front-end's answers were read.
            ((DuplexChannel) frames).shutdownOutput();
        }
    }

    void descriptor(int descriptor) {
        Transport.onLoop(loop, () -> {
            descriptors.add(descriptor);
            match();
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Offer offer -> {
                offers.add(offer);
                match();
            }
            case HandoffFrame.Taken taken ->
                returns.taken(taken.number()).connection.left();
            case HandoffFrame.Declined declined -> stays(returns.declined(declined.number()));
            default -> throw new IllegalStateException(frame + " is nothing that a front-end says here");
        }
    }

    private ConnectionReturnRoute wayBack(Held one) {
        return new ConnectionReturnRoute() {
            @Override
            public boolean isWanted() {
                return !closed && returns.areWanted();
            }

            @Override
            public void leaves(ByteBuf begun) {
                // From now on the front-end sends the first frame about it.
                held.remove(one);
                if (!returns.offer(one, begun)) {
                    stays(one);
                }
            }
        };
    }

    private void stays(Held one) {
        if (!closed && one.connection.isOpen()) {
            held.put(one);
        } else if (!closed) {
            held.say(new HandoffFrame.Ended(one.number));
        }
        one.connection.comeBack();
    }

    private void match() {
        if (closed || ending || Math.max(offers.size(), descriptors.size()) > MOST_UNDER_WAY) {
            forget();
            end();
            return;
        }
        while (frames.isOpen() && !ending && !offers.isEmpty() && !descriptors.isEmpty()) {
            met++;
            take(offers.remove(), descriptors.remove());
        }
        if (!offers.isEmpty()) {
            held.lookLater();
        }
    }

    private void take(HandoffFrame.Offer offer, int descriptor) {
        int connection = offer.number();
        AdoptedConnection adopted = adoption.take(descriptor, loop, offer.client());
        if (adopted == null) {
            offer.begun().release();
            held.say(new HandoffFrame.Declined(connection));
            return;
        }
        if (!adopted.is(offer.connection())) {
            // A descriptor was dropped, so that later ones would be matched with the wrong offers.
            offer.begun().release();
            adopted.drop();
            descriptorWasLost();
            return;
        }
        frames.writeAndFlush(new HandoffFrame.Taken(connection)).addListener(told -> {
            if (told.isSuccess()) {
                if (offer.again()) {
                    returns.cameAgain();
                }
                adopted.serve(offer.begun(), wayBack(held.add(connection, adopted)));
            } else {
                offer.begun().release();
                adopted.drop();
            }
        });
        held.checkIsHeard();
    }

    private void descriptorWasLost() {
        LOG.log(
                Level.WARNING,
                "the descriptor of a client's connection was lost on its way, and the link to its front-end is begun"
                        + " anew: this process may have as many files open as it may (ulimit -Hn,"
                        + " LimitNOFILE of systemd)");
        end();
    }

    private void look() {
        looksInVain = offers.isEmpty() || met != metBefore ? 0 : looksInVain + 1;
        metBefore = met;
        if (returns.looked()) {
            LOG.log(Level.WARNING, "a front-end does not report on connections that were returned to it");
            frames.close();
        } else if (ending && returns.isEmpty()) {
            frames.close();
        } else if (looksInVain > MOST_LOOKS) {
            descriptorWasLost(); // and none may come for as long as this process has as many as it may
        } else if (held.isEmpty() && offers.isEmpty() && returns.isEmpty()) {
            held.stopLooking();
        } else {
            held.tell();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            closed = true;
            returns.end().forEach(one -> one.connection.comeBack());
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        held.end();
        forget();
        // The owner of these is unknown.
        returns.end().forEach(one -> one.connection.breakOff());
        if (second != null) {
            second.close();
        }
    }

    private void forget() {
        offers.forEach(offer -> offer.begun().release());
        offers.clear();
        descriptors.forEach(AdoptedConnections::closeDescriptor);
        descriptors.clear();
    }

    /** The end of the input follows an I/O error, after data sent before. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.log(Level.DEBUG, "a link to a front-end has failed", cause);
            return;
        }
        LOG.log(Level.WARNING, "a link to a front-end failed and is closed: {0}", cause.toString());
        ctx.close();
    }
}
