package io.gosling.netty.listen;

import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A listening socket with its open connections: connection limit, an accept loop that survives a full descriptor
 * table, draining. Does not own its transport. Safe for use by many threads; {@link #drain} and {@link #close} wait,
 * so not on an event loop.
 */
public final class Listener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final long CLOSE_SECONDS = 5;

    private final Channel socket;
    private final SocketAddress address;
    private final @Nullable UnixSocketFile file;
    private final AcceptGate gate;
    private final boolean shared;

    /**
     * Fired as a user event on every open connection when draining begins: the pipeline finishes requests under way,
     * sends {@code Connection: close}, and closes.
     */
    public enum Drain {
        BEGUN
    }

    private Listener(Channel socket, @Nullable UnixSocketFile file, AcceptGate gate, boolean shared) {
        this.socket = socket;
        this.address = socket.localAddress();
        this.file = file;
        this.gate = gate;
        this.shared = shared;
    }

    /**
     * Binds and accepts.
     *
     * @param connections open at a time; at the limit accepting pauses and clients wait in the system's queue (a few
     *     more may have been accepted in the same round)
     * @param clientAddresses limits of connections for each address, and the counters of reached limits
     * @param pipeline a {@link io.netty.channel.ChannelInitializer} that sets up each connection
     * @throws IOException when the address cannot be bound; the message names it and what to do
     */
    private static Listener bind(
            Transport transport,
            ListenEndpoint endpoint,
            int connections,
            ClientAddressTable clientAddresses,
            ChannelHandler pipeline)
            throws IOException {
        AcceptGate gate = new AcceptGate(
                connections,
                clientAddresses,
                endpoint.isForFrontEnds() ? frontEnd -> true : endpoint.proxies(),
                new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true));
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(transport.eventLoops())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .handler(gate)
                .childOption(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                .childHandler(pipeline);
        if (endpoint.address() instanceof UnixDomainSocketAddress unix) {
            return bindFile(bootstrap, transport, unix.getPath(), endpoint, gate);
        }
        InetSocketAddress address = (InetSocketAddress) endpoint.address();
        if (address.isUnresolved()) {
            throw new IOException("cannot listen on " + show(address) + ": the name has no address");
        }
        if (endpoint.shared()) {
            SharedPort.allow(bootstrap, transport);
        }
        transport.holdLittleUnsent(bootstrap);
        ChannelFuture bound = bootstrap
                .channel(transport.serverChannel())
                .option(
                        ChannelOption.SO_REUSEADDR,
                        !System.getProperty("os.name", "").startsWith("Windows"))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw cannotBind(address, bound.cause());
        }
        return new Listener(bound.channel(), null, gate, endpoint.shared());
    }

    private static Listener bindFile(
            ServerBootstrap bootstrap, Transport transport, Path path, ListenEndpoint endpoint, AcceptGate gate)
            throws IOException {
        if (transport.unixSocketsCloseByHalves()) {
            bootstrap.childOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        }
        try (UnixSocketFile file = UnixSocketFile.at(path)) {
            ChannelFuture bound = bootstrap
                    .channel(transport.unixServerChannel())
                    .bind(transport.unixAddress(file.place()))
                    .awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw new IOException(String.valueOf(bound.cause().getMessage()), bound.cause());
            }
            Listener listener = new Listener(bound.channel(), file, gate, false);
            try {
                file.publish(endpoint.mode());
            } catch (IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
            return listener;
        } catch (IOException e) {
            throw new IOException("cannot listen on unix:" + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * Binds one listener for each endpoint, or none.
     *
     * @param connections of each
     * @param clientAddresses of all together
     * @throws IOException when an address cannot be bound; those bound before it have been closed again
     */
    public static List<Listener> bindAll(
            Transport transport,
            List<ListenEndpoint> endpoints,
            int connections,
            ClientAddressTable clientAddresses,
            Function<ListenEndpoint, ChannelHandler> pipelines)
            throws IOException {
        List<Listener> bound = new ArrayList<>();
        try {
            for (ListenEndpoint endpoint : endpoints) {
                bound.add(bind(transport, endpoint, connections, clientAddresses, pipelines.apply(endpoint)));
            }
            return List.copyOf(bound);
        } catch (IOException | RuntimeException e) {
            bound.forEach(Listener::close);
            throw e;
        }
    }

    /** The addresses of those that have one with a port, with the port that was picked where 0 was configured. */
    public static List<InetSocketAddress> addresses(List<Listener> listeners) {
        return listeners.stream()
                .filter(listener -> listener.address instanceof InetSocketAddress)
                .map(listener -> (InetSocketAddress) listener.address)
                .toList();
    }

    /** Drains several at the same time. */
    public static void drainAll(List<Listener> listeners, Duration deadline) {
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            listeners.forEach(listener -> each.execute(() -> listener.drain(deadline)));
        }
    }

    public void limit(int most) {
        gate.limit(most);
    }

    public int connections() {
        return gate.open();
    }

    /**
     * Stops accepting, notifies every connection, and waits; connections that are still open at the deadline are
     * closed. At a shared port, connections on their way to this listener are accepted first, beyond the limit of
     * connections if need be.
     */
    public void drain(Duration deadline) {
        if (shared && SharedPort.leave(socket)) {
            gate.limit(Integer.MAX_VALUE);
            // Not to be cut short: no thread waits for this, but clients wait for the kernel.
            socket.eventLoop()
                    .schedule(() -> {}, SharedPort.LEAVING.toMillis(), TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly();
        }
        closeSocket();
        gate.connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(Drain.BEGUN));
        gate.connections.newCloseFuture().awaitUninterruptibly(deadline.toMillis());
        close();
    }

    @Override
    public void close() {
        closeSocket();
        gate.connections.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }

    private void closeSocket() {
        socket.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        if (file != null) {
            file.remove();
        }
    }

    /** Returns the exception for an address that the system refuses, with advice on what to do about it. */
    public static IOException cannotBind(InetSocketAddress address, Throwable cause) {
        String reason = String.valueOf(cause.getMessage());
        boolean low = address.getPort() > 0 && address.getPort() < 1024;
        String advice = reason.contains("in use")
                ? "another program has this port; stop it, choose another, or 0 for any free one"
                : low && reason.toLowerCase(Locale.ROOT).contains("permission denied")
                        ? "this user may not use ports below 1024; expected the capability CAP_NET_BIND_SERVICE (with"
                                + " systemd AmbientCapabilities=CAP_NET_BIND_SERVICE, in a container NET_BIND_SERVICE"
                                + " or the sysctl net.ipv4.ip_unprivileged_port_start=" + address.getPort()
                                + "), or another port, such as " + (8000 + address.getPort())
                                + ", to which port " + address.getPort() + " is redirected"
                        : reason;
        return new IOException("cannot listen on " + show(address) + ": " + advice, cause);
    }

    private static String show(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
