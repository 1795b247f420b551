package io.gosling.netty.handoff;

import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.server.AdoptedConnection;
import io.gosling.netty.tls.ClusterTls;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
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
    private static final long GREETING_SECONDS = 5;

    private final RemoteHandoffListener door;
    private final Channel frames;
    private final EventLoop loop;
    private final Future<?> greeting;
    private final HandedOffConnectionTracker held;
    private boolean welcome;

    /** True once the front-end is proved by a secret that is no longer accepted: it brings no more connections. */
    private boolean retired;

    RemoteHandoffReceiver(RemoteHandoffListener door, Channel frames) {
        this.door = door;
        this.frames = frames;
        this.loop = frames.eventLoop();
        // A front-end that does not read is treated as gone.
        this.held = new HandedOffConnectionTracker(frames, this::look, frames::close);
        this.greeting = loop.schedule(() -> frames.close(), GREETING_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
        if (frame instanceof HandoffFrame.Transfer transfer && welcome) {
            transferred(transfer);
        } else if (frame instanceof HandoffFrame.Knock knock && !welcome) {
            knocked(knock);
        } else if (frame instanceof HandoffFrame.Leaving) {
            drain();
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
            held.say(new HandoffFrame.Welcome(0, door.address));
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
                door.silences.keep(address);
            }
            return "";
        } catch (IOException | ChannelException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void transferred(HandoffFrame.Transfer transfer) {
        int number = transfer.number();
        long since = door.ticker.nanos();
        TcpRepairSocket socket = retired ? null : restored(transfer);
        AdoptedConnection adopted =
                socket == null ? null : door.adoption.take(socket.intValue(), loop, transfer.client());
        if (socket == null || adopted == null) {
            transfer.begun().release();
            held.say(new HandoffFrame.Declined(number));
            return;
        }
        int micros = (int) Math.min(Integer.MAX_VALUE, (door.ticker.nanos() - since) / 1000);
        frames.writeAndFlush(new HandoffFrame.Restored(number, micros)).addListener(told -> {
            if (told.isSuccess()) {
                live(number, socket, adopted, transfer.begun());
            } else {
                transfer.begun().release();
                adopted.drop();
            }
        });
        held.checkIsHeard();
    }

    private @Nullable TcpRepairSocket restored(HandoffFrame.Transfer transfer) {
        if (!door.silences.has(transfer.connection().local())) {
            LOG.log(
                    Level.WARNING,
                    "a front-end hands off a connection to {0}, which it has not named",
                    transfer.connection().local());
            return null;
        }
        try {
            return TcpRepairSocket.restore(transfer.connection(), transfer.state());
        } catch (IOException | ChannelException e) {
            // Most often it is a port that is used again, of a connection that the kernel still remembers.
            LOG.log(Level.DEBUG, "a client''s connection could not be restored: {0}", e.toString());
            return null;
        }
    }

    private void live(int number, TcpRepairSocket socket, AdoptedConnection adopted, ByteBuf begun) {
        held.add(number, adopted);
        try {
            socket.thaw();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a client''s connection does not come to life: {0}", e.toString());
            begun.release();
            adopted.drop();
            return;
        }
        adopted.serve(begun, null);
    }

    private void look() {
        if (held.isEmpty()) {
            held.stopLooking();
            closeIfRetired();
        } else {
            held.tell();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws SSLException {
        if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
            ClusterTls.verified(ctx.pipeline().get(SslHandler.class).engine(), ClusterTls.HANDOFF);
        } else if (event == ClusterTls.Retirement.SECRET_REMOVED) {
            retired = true;
            drain();
            closeIfRetired();
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            ctx.close();
        }
    }

    private void drain() {
        held.all().forEach(one -> one.connection.drain());
    }

    private void closeIfRetired() {
        if (retired && held.isEmpty()) {
            frames.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        greeting.cancel(false);
        List<HandedOffConnectionTracker.Held> left = held.end();
        if (!left.isEmpty()) {
            LOG.log(Level.WARNING, "a front-end is gone, and {0} connections that came from it with it", left.size());
        }
        left.forEach(one -> one.connection.reset());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        String why = ClusterTls.explain(cause);
        if (cause instanceof IOException && !(cause instanceof SSLException)) {
            LOG.log(Level.DEBUG, "a control connection of a front-end failed and is closed: {0}", why);
        } else {
            String from = ClientAddressAttribute.text(ctx.channel().remoteAddress());
            door.refusals.refused(from, why, "closes a control connection for handing off, from " + from + ": " + why);
        }
        ctx.close();
    }
}
