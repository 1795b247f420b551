package io.gosling.netty.server;

import io.gosling.netty.listen.EntryPipeline;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.listen.RemoteAddress;
import io.gosling.netty.transport.HalfCloseGuard;
import io.gosling.netty.transport.SocketPair;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.AttributeKey;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A client's connection that was taken over from another process. Belongs to its event loop. */
public final class AdoptedConnection {
    private static final System.Logger LOG = System.getLogger(AdoptedConnection.class.getName());

    private final AdoptedConnections adoption;
    private final Channel channel;
    private final EventLoop loop;
    private final EntryPipeline.Speech speech;

    /** Null where it stays until it closes. */
    private @Nullable ConnectionMove departure;

    AdoptedConnection(AdoptedConnections adoption, Channel channel, EventLoop loop, EntryPipeline.Speech speech) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.speech = speech;
    }

    /** Whether its socket is the end of this connection. */
    public boolean is(SocketPair connection) {
        return connection.equals(SocketPair.of(channel));
    }

    /** Which it is; null when it has been reset. */
    public @Nullable SocketPair pair() {
        return SocketPair.of(channel);
    }

    /** Sends its descriptor through a Unix socket; it has to stay open until that is done. */
    public ChannelFuture passThrough(Channel socket) {
        return socket.writeAndFlush(((UnixChannel) channel).fd());
    }

    /** Who is at its other end, where that is not what its socket says. */
    public @Nullable InetSocketAddress named() {
        return RemoteAddress.named(channel);
    }

    /** Notes something of it for whoever sees its channel. */
    public <T> void note(AttributeKey<T> what, T value) {
        channel.attr(what).set(value);
    }

    /**
     * Answers its client from now on.
     *
     * @param begun what the other process has read already, the beginning of a request first; released
     */
    public void serve(ByteBuf begun) {
        serve(begun, null);
    }

    /**
     * The same of a connection that may leave again, with a later request than those that came with it.
     *
     * @param onward null where it stays; of others than servers' connections, it is not asked
     */
    public void serve(ByteBuf begun, @Nullable ReturnRoute onward) {
        if (!hasBegun(onward)) {
            begun.release();
            closeUnserved();
            return;
        }
        channel.pipeline().fireChannelActive();
        channel.pipeline().fireChannelRead(begun);
        channel.pipeline().fireChannelReadComplete();
        if (departure != null) {
            departure.settled();
        }
        adoption.served(channel);
    }

    /** One that no loop has cannot be asked to close. */
    private void closeUnserved() {
        if (channel.isRegistered()) {
            channel.close();
        } else {
            channel.unsafe().closeForcibly();
        }
    }

    /** False of one that cannot be served. What is thrown here would be told to nobody, and the client would wait for ever. */
    private boolean hasBegun(@Nullable ReturnRoute onward) {
        try {
            loop.register(channel);
            if (!channel.isRegistered() || !channel.isActive()) {
                return false;
            }
            channel.pipeline().addLast("inputEnd", new HalfCloseGuard());
            // Before the first bytes, because they may close the input again; the socket is read after this task.
            channel.config().setAutoRead(true);
            speech.http1(channel);
            Http1HotConnection stage = channel.pipeline().get(Http1HotConnection.class);
            if (onward != null && stage != null) {
                departure = new ConnectionMove(adoption, channel, loop, onward);
                stage.leaveBy(departure);
            }
            return true;
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "a connection that was taken over cannot be served, and is closed", e);
            return false;
        }
    }

    /** Nobody has taken it: its client is answered here. */
    public void comeBack() {
        if (departure != null) {
            departure.comeBack();
        }
    }

    /** It is another's from now on, or nobody's: what is here of it is closed. */
    public void left() {
        if (departure != null) {
            departure.left();
        }
    }

    /** Is nobody's, of which its client hears, whoever else has a descriptor of it: one that nobody reads may lie in a queue. */
    public void breakOff() {
        if (channel.isActive() && channel instanceof DuplexChannel socket) {
            socket.shutdown();
        }
        left();
    }

    /** Whether it has not been closed on this side. */
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Is not served after all: its client is another's, or gone. */
    public void drop() {
        AdoptedConnections.drop(channel, loop);
    }

    /** Ends it behind what is under way. */
    public void drain() {
        channel.pipeline().fireUserEventTriggered(Listener.Drain.BEGUN);
    }

    /** Ends it at once, so that its client does not take that for the end of an answer. */
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }
    }

    /** Whether nothing is done for its client now: it has asked for nothing, or has to send or take more before anything is. */
    public boolean isWaitingForClient() {
        Http1Stage stage = channel.pipeline().get(Http1Stage.class);
        return stage == null || stage.isWaitingForClient();
    }

    /** Runs when it has closed, on its loop. */
    public void whenClosed(Runnable then) {
        channel.closeFuture().addListener(closed -> then.run());
    }
}
