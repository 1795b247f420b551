package io.gosling.netty.handoff;

import io.gosling.netty.server.AdoptedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The node's side of the control connection between it and one event loop of a front-end on another host. The
 * connections that arrive by it belong to its event loop.
 *
 * <p>States of a connection:
 *
 * <ol>
 *   <li>transferred: restored, frozen and mute. It is the front-end's
 *   <li>restored: the system has accepted the {@link HandoffFrame.Restored} frame for sending, so the connection is the
 *       node's; only then is it thawed, and anything read or written. If the frame cannot be sent, it is closed
 *       silently
 *   <li>quiet and busy in turn, as checked several times a second
 *   <li>ended; or the link has, and it is reset: its client's packets are no longer redirected here
 * </ol>
 */
final class RemoteHandoffReceiver extends SimpleChannelInboundHandler<HandoffFrame> {
    private static final System.Logger LOG = System.getLogger(RemoteHandoffListener.class.getName());

    private static final long LOOK_MILLIS = 100;
    private static final long GREETING_SECONDS = 5;

    private static final int MOST_UNSAID = 1 << 20;

    private final RemoteHandoffListener door;
    private final Channel frames;
    private final EventLoop loop;
    private final Future<?> greeting;
    private final Map<Integer, Held> held = new HashMap<>();
    private boolean welcome;
    private boolean closed;
    private @Nullable Future<?> looking;

    private static final class Held {
        private final AdoptedConnection connection;
        private boolean quiet;

        Held(AdoptedConnection connection) {
            this.connection = connection;
        }
    }

    RemoteHandoffReceiver(RemoteHandoffListener door, Channel frames) {
        this.door = door;
        this.frames = frames;
        this.loop = frames.eventLoop();
        this.greeting = loop.schedule(() -> frames.close(), GREETING_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
        if (frame instanceof HandoffFrame.Transfer transfer && welcome) {
            transferred(transfer);
        } else if (frame instanceof HandoffFrame.Knock knock && !welcome) {
            knocked(knock);
        } else if (frame instanceof HandoffFrame.Leaving) {
            // Some end at once, and with it their place among these.
            List.copyOf(held.values()).forEach(one -> one.connection.drain());
        } else {
            if (frame instanceof HandoffFrame.Transfer early) {
                early.begun().release();
            }
            throw new IllegalStateException(frame + " is nothing that a front-end says here");
        }
    }

    private void knocked(HandoffFrame.Knock knock) {
        greeting.cancel(false);
        String reason = obstacle(knock);
        if (reason.isEmpty()) {
            welcome = true;
            say(new HandoffFrame.Welcome(0, door.address()));
        } else {
            frames.writeAndFlush(new HandoffFrame.Refusal(reason)).addListener(sent -> frames.close());
        }
    }

    /** Returns the reason to take nothing from a front-end; empty if there is none. */
    private String obstacle(HandoffFrame.Knock knock) {
        if (knock.version() != HandoffFrame.ACROSS_HOSTS) {
            return "it speaks version " + HandoffFrame.ACROSS_HOSTS + " of handing off between hosts and the front-end "
                    + knock.version() + "; run the same version of both";
        }
        try {
            if (frames.remoteAddress() instanceof InetSocketAddress from
                    && NetworkInterface.getByInetAddress(from.getAddress()) != null) {
                return "it is on the front-end's own host, whose addresses clients come to";
            }
            for (InetSocketAddress address : knock.addresses()) {
                door.silences().keep(address);
            }
            return "";
        } catch (IOException | ChannelException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void transferred(HandoffFrame.Transfer transfer) {
        int number = transfer.number();
        long since = door.ticker().nanos();
        MovableSocket socket = restored(transfer);
        AdoptedConnection adopted =
                socket == null ? null : door.adoption().take(socket.intValue(), loop, transfer.client());
        if (socket == null || adopted == null) {
            transfer.begun().release();
            say(new HandoffFrame.Declined(number));
            return;
        }
        int micros = (int) Math.min(Integer.MAX_VALUE, (door.ticker().nanos() - since) / 1000);
        frames.writeAndFlush(new HandoffFrame.Restored(number, micros)).addListener(told -> {
            if (told.isSuccess()) {
                live(number, socket, adopted, transfer.begun());
            } else {
                transfer.begun().release();
                adopted.drop();
            }
        });
        closeIfUnheard();
    }

    private @Nullable MovableSocket restored(HandoffFrame.Transfer transfer) {
        if (!door.silences().has(transfer.connection().local())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a front-end brings a connection to {0}, which it has not named",
                    transfer.connection().local());
            return null;
        }
        try {
            return MovableSocket.restore(transfer.connection(), transfer.state());
        } catch (IOException | ChannelException e) {
            // Most often it is a port that is used again, of a connection that the kernel still remembers.
            LOG.log(System.Logger.Level.DEBUG, "a client''s connection could not be restored: {0}", e.toString());
            return null;
        }
    }

    private void live(int number, MovableSocket socket, AdoptedConnection adopted, ByteBuf begun) {
        held.put(number, new Held(adopted));
        adopted.whenClosed(() -> {
            if (held.remove(number) != null) {
                say(new HandoffFrame.Ended(number));
            }
        });
        lookLater();
        try {
            socket.thaw();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "a client''s connection does not come to life: {0}", e.toString());
            begun.release();
            adopted.drop();
            return;
        }
        adopted.serve(begun);
    }

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

    private void lookLater() {
        if (looking == null && !closed) {
            looking = loop.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        if (held.isEmpty()) {
            stopLooking();
        } else if (frames.isWritable()) {
            held.forEach((number, one) -> {
                boolean quiet = one.connection.isWaitingForClient();
                if (quiet != one.quiet) {
                    one.quiet = quiet;
                    frames.write(quiet ? new HandoffFrame.Quiet(number) : new HandoffFrame.Busy(number));
                }
            });
            frames.flush();
        }
    }

    private void stopLooking() {
        if (looking != null) {
            looking.cancel(false);
            looking = null;
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        greeting.cancel(false);
        stopLooking();
        List<Held> left = new ArrayList<>(held.values());
        held.clear();
        if (!left.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a front-end is gone, and {0} connections that came from it with it",
                    left.size());
        }
        left.forEach(one -> one.connection.reset());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.log(
                cause instanceof IOException ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                "a control connection of a front-end failed and is closed: {0}",
                cause.toString());
        ctx.close();
    }
}
