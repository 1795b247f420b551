package io.gosling.netty.server;

import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.ConnectionAddresses;
import io.gosling.netty.transport.HalfCloseGuard;
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
    private final AcceptedChannelInitializer.Speech speech;

    private @Nullable AdoptedConnectionReturn connectionReturn;

    AdoptedConnection(
            AdoptedConnections adoption, Channel channel, EventLoop loop, AcceptedChannelInitializer.Speech speech) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.speech = speech;
    }

    public boolean is(ConnectionAddresses connection) {
        return connection.equals(ConnectionAddresses.of(channel));
    }

    /** Returns its addresses; null when it has been reset. */
    public @Nullable ConnectionAddresses pair() {
        return ConnectionAddresses.of(channel);
    }

    /** Sends its descriptor through a Unix socket; it has to stay open until that is done. */
    public ChannelFuture passThrough(Channel socket) {
        return socket.writeAndFlush(((UnixChannel) channel).fd());
    }

    /** Returns the client at its other end, where it differs from the socket's address. */
    public @Nullable InetSocketAddress named() {
        return ClientAddressAttribute.named(channel);
    }

    public <T> void note(AttributeKey<T> what, T value) {
        channel.attr(what).set(value);
    }

    /**
     * Serves the connection from now on; it may leave again, with a later request than those that came with it.
     *
     * @param begun bytes that the other process has read already, from the beginning of a request; released
     * @param onward null where it stays; ignored for connections that a server does not answer
     */
    public void serve(ByteBuf begun, @Nullable ConnectionReturnRoute onward) {
        if (!hasBegun(onward)) {
            begun.release();
            closeUnserved();
            return;
        }
        channel.pipeline().fireChannelActive();
        channel.pipeline().fireChannelRead(begun);
        channel.pipeline().fireChannelReadComplete();
        if (connectionReturn != null) {
            connectionReturn.settled();
        }
        adoption.served(channel);
    }

    private void closeUnserved() {
        if (channel.isRegistered()) {
            channel.close();
        } else {
            channel.unsafe().closeForcibly();
        }
    }

    /** Returns false for a connection that cannot be served; never throws, or the client would wait for ever. */
    private boolean hasBegun(@Nullable ConnectionReturnRoute onward) {
        try {
            loop.register(channel);
            if (!channel.isRegistered() || !channel.isActive()) {
                return false;
            }
            channel.pipeline().addLast("inputEnd", new HalfCloseGuard());
            // Before the first bytes, because they may close the input again; the socket is read after this task.
            channel.config().setAutoRead(true);
            speech.http1(channel);
            Http1FastPathConnection stage = channel.pipeline().get(Http1FastPathConnection.class);
            if (onward != null && stage != null) {
                connectionReturn = new AdoptedConnectionReturn(adoption, channel, loop, onward);
                stage.leaveBy(connectionReturn);
            }
            return true;
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "a connection that was taken over cannot be served, and is closed", e);
            return false;
        }
    }

    /** Takes the connection back when no other process has accepted it: its client is answered here. */
    public void comeBack() {
        if (connectionReturn != null) {
            connectionReturn.comeBack();
        }
    }

    /**
     * Releases the connection, which belongs to another process from now on, or to none: its local resources are
     * closed.
     */
    public void left() {
        if (connectionReturn != null) {
            connectionReturn.left();
        }
    }

    /**
     * Breaks the connection off so that its client notices, whatever other process has a descriptor of it: one may lie
     * unread in a queue.
     */
    public void breakOff() {
        if (channel.isActive() && channel instanceof DuplexChannel socket) {
            socket.shutdown();
        }
        left();
    }

    /** Returns whether it has not been closed on this side. */
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Drops a connection that is not served after all: its client is another process's, or gone. */
    public void drop() {
        AdoptedConnections.drop(channel, loop);
    }

    /** Closes it after the requests under way. */
    public void drain() {
        channel.pipeline().fireUserEventTriggered(Listener.Drain.BEGUN);
    }

    /** Resets it at once, so that its client does not take that for the end of a response. */
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }
    }

    /** Returns whether it is idle: its client has sent no request, or must send or read more before work goes on. */
    public boolean isWaitingForClient() {
        Http1ConnectionBase stage = channel.pipeline().get(Http1ConnectionBase.class);
        return stage == null || stage.isWaitingForClient();
    }

    /** Runs an action when it has closed, on its loop. */
    public void whenClosed(Runnable then) {
        channel.closeFuture().addListener(closed -> then.run());
    }
}
