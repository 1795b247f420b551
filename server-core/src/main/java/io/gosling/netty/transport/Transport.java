package io.gosling.netty.transport;

import io.gosling.common.BoundsCheck;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerDomainSocketChannel;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.kqueue.KQueueSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The event loops and the kind of socket that goes with them; the one place that knows which transports exist. Owns
 * its threads, which {@link #close()} ends. Safe for use by many threads.
 */
public final class Transport implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;

    private final TransportKind kind;
    private final int threads;
    /** Enough for 1 GB/s where the event loop comes back to a connection every 250 us. */
    private static final long UNSENT = 256 << 10;

    private final EventLoopGroup eventLoops;

    private Transport(TransportKind kind, int threads, EventLoopGroup eventLoops) {
        this.kind = kind;
        this.threads = threads;
        this.eventLoops = eventLoops;
    }

    /**
     * Starts 1 to 1024 event loops on threads called {@code <prefix>-<pool>-<n>}.
     *
     * @throws IllegalStateException when a transport requested is missing on this machine; says why
     */
    public static Transport open(TransportKind kind, int eventLoops, String threadPrefix) {
        BoundsCheck.require("event loops", eventLoops, 1, 1024);
        TransportKind chosen = kind == TransportKind.AUTO ? best() : kind;
        requireAvailable(chosen);
        var threads = new DefaultThreadFactory(threadPrefix, true);
        return new Transport(
                chosen, eventLoops, new MultiThreadIoEventLoopGroup(eventLoops, threads, ioHandler(chosen)));
    }

    public EventLoopGroup eventLoops() {
        return eventLoops;
    }

    public Class<? extends ServerChannel> serverChannel() {
        return switch (kind) {
            case EPOLL -> EpollServerSocketChannel.class;
            case KQUEUE -> KQueueServerSocketChannel.class;
            case NIO, AUTO -> NioServerSocketChannel.class;
        };
    }

    public Class<? extends Channel> unixClientChannel() {
        return switch (kind) {
            case EPOLL -> EpollDomainSocketChannel.class;
            case KQUEUE -> KQueueDomainSocketChannel.class;
            case NIO, AUTO -> NioDomainSocketChannel.class;
        };
    }

    /**
     * Makes the system buffer less for each connection that a server accepts: of unacknowledged data as much as the
     * client's line carries, plus {@value #UNSENT} bytes instead of up to 4 MiB. A few thousand clients that do not
     * read would otherwise take all memory that the system has for TCP. With epoll; other kinds of transport leave it
     * to the system.
     */
    public void holdLittleUnsent(ServerBootstrap server) {
        if (kind == TransportKind.EPOLL) {
            server.childOption(EpollChannelOption.TCP_NOTSENT_LOWAT, UNSENT);
        }
    }

    /**
     * Returns whether processes can pass each other the connections of their clients: their descriptors go through Unix
     * sockets, and become channels at the other side.
     */
    public boolean passesConnections() {
        return passes(kind);
    }

    /** Returns whether the best transport on this machine passes connections. */
    public static boolean mayPassConnections() {
        return passes(best());
    }

    private static boolean passes(TransportKind kind) {
        return kind == TransportKind.EPOLL || kind == TransportKind.KQUEUE;
    }

    /**
     * Returns the channel of a client's connection that another process has accepted; it is registered nowhere yet.
     *
     * @param descriptor the descriptor, which belongs to the channel from now on
     * @throws UnsupportedOperationException where connections are not passed
     */
    public Channel channelOf(int descriptor) {
        return switch (kind) {
            case EPOLL -> new EpollSocketChannel(descriptor);
            case KQUEUE -> new KQueueSocketChannel(descriptor);
            case NIO, AUTO -> throw new UnsupportedOperationException(kind.label() + " takes over no connections");
        };
    }

    public Class<? extends ServerChannel> unixServerChannel() {
        return switch (kind) {
            case EPOLL -> EpollServerDomainSocketChannel.class;
            case KQUEUE -> KQueueServerDomainSocketChannel.class;
            case NIO, AUTO -> NioServerDomainSocketChannel.class;
        };
    }

    /** Returns true if sockets are the JDK's own. */
    public boolean isNio() {
        return kind == TransportKind.NIO || kind == TransportKind.AUTO;
    }

    /** Returns whether a client of a Unix socket that has closed its sending side may still be answered. */
    public boolean unixSocketsCloseByHalves() {
        return kind != TransportKind.NIO;
    }

    public SocketAddress unixAddress(Path file) {
        return kind == TransportKind.NIO ? UnixDomainSocketAddress.of(file) : new DomainSocketAddress(file.toString());
    }

    public Class<? extends Channel> clientChannel() {
        return switch (kind) {
            case EPOLL -> EpollSocketChannel.class;
            case KQUEUE -> KQueueSocketChannel.class;
            case NIO, AUTO -> NioSocketChannel.class;
        };
    }

    /** Returns the selected transport and its number of loops, for the line at start: {@code epoll, 2 event loops}. */
    public String describe() {
        return kind.label() + ", " + threads + (threads == 1 ? " event loop" : " event loops");
    }

    /**
     * Runs a step on a loop: at once where the caller is on its thread, else after what it has under way. Any thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException on another thread, when the loop has ended
     */
    public static void onLoop(EventLoop loop, Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else {
            loop.execute(step);
        }
    }

    /** Ends the threads; channels that are still open are closed. Waits at most 5 seconds. Do not call on a loop. */
    @Override
    public void close() {
        eventLoops
                .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS + 1L, TimeUnit.SECONDS);
    }

    private static TransportKind best() {
        if (Epoll.isAvailable()) {
            return TransportKind.EPOLL;
        }
        return KQueue.isAvailable() ? TransportKind.KQUEUE : TransportKind.NIO;
    }

    private static void requireAvailable(TransportKind kind) {
        Throwable cause = whyMissing(kind);
        if (cause != null) {
            throw new IllegalStateException(
                    "transport " + kind.label() + " is not available here: " + rootMessage(cause) + "; use auto or nio",
                    cause);
        }
    }

    private static @Nullable Throwable whyMissing(TransportKind kind) {
        return switch (kind) {
            case EPOLL -> Epoll.unavailabilityCause();
            case KQUEUE -> KQueue.unavailabilityCause();
            case NIO, AUTO -> null;
        };
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable next = root.getCause(); next != null; next = root.getCause()) {
            root = next;
        }
        return root.toString();
    }

    private static IoHandlerFactory ioHandler(TransportKind kind) {
        return switch (kind) {
            case EPOLL -> RegisteredEpollHandler.newFactory();
            case KQUEUE -> KQueueIoHandler.newFactory();
            case NIO, AUTO -> NioIoHandler.newFactory();
        };
    }
}
