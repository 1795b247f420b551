package io.gosling.netty.server;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.AcceptedChannelInitializer;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.ConnectionAddresses;
import io.gosling.netty.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client connections that another process of this machine has accepted and passed to this server: as many at a
 * time as one of its listeners may have, under the same limits of each address, and drained with all others. Safe for
 * use by many threads; each connection belongs to the loop that takes it over.
 */
public final class AdoptedConnections implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final long CLOSE_SECONDS = 5;

    private final Transport transport;
    private final Supplier<HttpLimits> limits;
    private final ClientAddressTable clientAddresses;
    private final AtomicBoolean draining;
    private volatile boolean told;
    private final AcceptedChannelInitializer.Speech speech;
    private final ChannelGroup all = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final AtomicInteger open = new AtomicInteger();

    /**
     * For any kind of server.
     *
     * @param limits read for each connection
     * @param clientAddresses the table in which clients are counted, and refusals for want of room
     * @param draining set before {@link #tell}, so that a connection that has just come knows
     */
    public AdoptedConnections(
            Transport transport,
            Supplier<HttpLimits> limits,
            ClientAddressTable clientAddresses,
            AtomicBoolean draining,
            AcceptedChannelInitializer.Speech speech) {
        this.transport = transport;
        this.limits = limits;
        this.clientAddresses = clientAddresses;
        this.draining = draining;
        this.speech = speech;
    }

    public int open() {
        return open.get();
    }

    /**
     * Takes a connection over. Until it is served or dropped its loop does not know of it: Netty may read from a socket
     * that a loop has, before the end of a client's input, whether it was asked to or not.
     *
     * @param descriptor of its socket, which is this server's from now on in any case
     * @param loop this thread's, which the connection belongs to from now on
     * @param client the client at its other end, where it differs from the socket's address: a proxy has named it
     * @return null when there is no room for it, the server is being drained, or it has closed already; its descriptor
     *     is closed then
     */
    public @Nullable AdoptedConnection take(int descriptor, EventLoop loop, @Nullable SocketAddress client) {
        Channel channel = channelOf(descriptor);
        if (channel == null) {
            return null;
        }
        channel.config().setAutoRead(false);
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        if (client != null) {
            ClientAddressAttribute.name(channel, client);
        }
        if (ConnectionAddresses.of(channel) == null || !admits(channel)) {
            drop(channel, loop);
            return null;
        }
        if (open.incrementAndGet() == limits.get().get(HttpLimits.CONNECTIONS)) {
            clientAddresses.counts().hit(LimitKind.CONNECTIONS);
        }
        channel.closeFuture().addListener(closed -> open.decrementAndGet());
        return new AdoptedConnection(this, channel, loop, speech);
    }

    /** Ends a connection that is not served: only a loop can close it as others know it. */
    static void drop(Channel channel, EventLoop loop) {
        loop.register(channel);
        if (channel.isRegistered()) {
            channel.close();
        }
    }

    /** Tracks a served connection, and notifies it of a drain that it may have missed. */
    void served(Channel channel) {
        all.add(channel);
        if (told) {
            channel.pipeline().fireUserEventTriggered(Listener.Drain.BEGUN);
        }
    }

    private boolean admits(Channel channel) {
        if (draining.get() || open.get() >= limits.get().get(HttpLimits.CONNECTIONS)) {
            return false;
        }
        boolean admitted = clientAddresses.admit(channel, ClientAddressAttribute.of(channel));
        if (!admitted) {
            clientAddresses.counts().hit(LimitKind.ADDRESS_CONNECTIONS);
        }
        return admitted;
    }

    private @Nullable Channel channelOf(int descriptor) {
        try {
            return transport.channelOf(descriptor);
        } catch (ChannelException | UnsupportedOperationException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection cannot be taken over", e);
            closeDescriptor(descriptor);
            return null;
        }
    }

    /** Closes a descriptor that came from another process and is wanted no more. */
    public static void closeDescriptor(int descriptor) {
        try {
            new FileDescriptor(descriptor).close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "descriptor {0} was not closed: {1}", descriptor, e);
        }
    }

    /** Notifies every connection that the server is being drained. */
    public void tell() {
        told = true;
        all.forEach(connection -> connection.pipeline().fireUserEventTriggered(Listener.Drain.BEGUN));
    }

    /** Waits until the last has closed; what is still open at the deadline is closed. */
    public void await(Duration deadline) {
        all.newCloseFuture().awaitUninterruptibly(deadline.toMillis());
        close();
    }

    @Override
    public void close() {
        all.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
