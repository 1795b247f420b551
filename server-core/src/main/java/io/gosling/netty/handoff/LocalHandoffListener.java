package io.gosling.netty.handoff;

import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts clients' connections that front-ends of this host hand off to a node. Does not own its transport, its server,
 * or the connections that were handed off: these are the server's, and outlive the listener and the front-end. Safe for
 * use by many threads; {@link #close} waits.
 */
public final class LocalHandoffListener implements AutoCloseable {
    /** Most sockets: a front-end opens two for each of its event loops. */
    private static final int MOST_SOCKETS = 1024;

    private final HandoffSocketDirectory directory;
    final @Nullable InetSocketAddress address;
    private final AdoptedConnections adoption;
    private final LongSupplier meanFetch;
    private final ConcurrentHashMap<Long, LocalHandoffReceiver> unjoined = new ConcurrentHashMap<>();
    private final AtomicLong links = new AtomicLong();
    private final List<Listener> listeners;

    /**
     * Opens the listener.
     *
     * @param address address of the node's plain HTTP, by whose port front-ends find the socket
     * @param adoption of the node's server
     * @param meanFetch bytes, on average, of responses that were not in the node's memory; called by event loops
     * @throws IOException when the transport cannot take over connections, or the socket cannot be bound; says what to
     *     do
     */
    public LocalHandoffListener(
            Transport transport,
            HandoffSocketDirectory directory,
            InetSocketAddress address,
            AdoptedConnections adoption,
            LongSupplier meanFetch)
            throws IOException {
        if (!transport.passesConnections()) {
            throw new IOException("connections cannot be taken over with " + transport.describe()
                    + "; set transport to auto on Linux or macOS, or take handoff.directory out");
        }
        this.directory = directory;
        this.address = address.getAddress().isAnyLocalAddress() ? null : address;
        this.adoption = adoption;
        this.meanFetch = meanFetch;
        ListenEndpoint endpoint = ListenEndpoint.unix(
                directory.socketOf(address.getPort()),
                Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        this.listeners = Listener.bindAll(
                transport,
                List.of(endpoint),
                MOST_SOCKETS,
                ClientAddressTable.unlimited(),
                any -> new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) throws IOException {
                        greet(socket);
                    }
                });
    }

    private void greet(Channel socket) throws IOException {
        if (directory.isTrusted(socket)) {
            socket.pipeline().addLast(new HandoffCodec()).addLast(new HandoffHandshakeHandler(this, socket));
        } else {
            System.getLogger(LocalHandoffListener.class.getName())
                    .log(System.Logger.Level.WARNING, "a process of another user was turned away at {0}", directory);
            socket.close();
        }
    }

    /** Creates the link of a front-end that has opened the first of its two sockets. */
    LocalHandoffReceiver begin(Channel frames, HandoffFrame.Hello hello) {
        LocalHandoffReceiver link =
                new LocalHandoffReceiver(links.incrementAndGet(), frames, adoption, hello, meanFetch);
        unjoined.put(link.number, link);
        frames.closeFuture().addListener(closed -> unjoined.remove(link.number));
        return link;
    }

    /** Returns the link whose second socket has come; null if there is none that waits for it. */
    @Nullable
    LocalHandoffReceiver join(long number) {
        return unjoined.remove(number);
    }

    /** Stops accepting handoffs; connections that were handed off stay. */
    @Override
    public void close() {
        listeners.forEach(Listener::close);
    }
}
