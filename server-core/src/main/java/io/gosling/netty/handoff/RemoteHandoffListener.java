package io.gosling.netty.handoff;

import io.gosling.document.Ticker;
import io.gosling.netty.listen.ClientAddressTable;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.RefusalLog;
import io.gosling.netty.transport.Transport;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accepts clients' connections that front-ends on other hosts hand off to a node. Does not own its transport, its
 * server, or the connections that were handed off: these are the server's. A front-end's connections end with its link,
 * and all links with the listener. Safe for use by many threads; {@link #close} waits.
 */
public final class RemoteHandoffListener implements AutoCloseable {
    private static final int MOST_SOCKETS = 1024;
    private static final int QUIET_SECONDS = 4;
    private static final int ASKING_SECONDS = 1;
    private static final int MOST_ASKED = 4;
    /** Linux's number of RFC 9293's CLOSE-WAIT: the other side has closed its sending direction. */
    private static final int CLOSE_WAIT = 8;

    /** The node's address; null when that is each address of its host. */
    final @Nullable InetSocketAddress address;

    final AdoptedConnections adoption;
    final Ticker ticker;
    final RefusalLog refusals;
    final ResetSuppression silences = new ResetSuppression();
    private final List<Listener> listeners;

    /**
     * Opens the listener.
     *
     * @param at address for front-ends
     * @param address address of the node's plain HTTP
     * @param adoption of the node's server
     * @param tls admits processes of the cluster alone, and stays the caller's
     * @throws IOException when this host cannot take over connections, or the address cannot be bound; says what to do
     */
    public RemoteHandoffListener(
            Transport transport,
            InetSocketAddress at,
            InetSocketAddress address,
            AdoptedConnections adoption,
            ClusterTls tls,
            Ticker ticker)
            throws IOException {
        String obstacle = transport.passesConnections()
                ? TcpRepairSocket.obstacle()
                : "the transport is " + transport.describe() + "; expected epoll, which auto chooses on Linux";
        if (!obstacle.isEmpty()) {
            throw new IOException("connections of other hosts cannot be taken over: " + obstacle);
        }
        this.address = address.getAddress().isAnyLocalAddress() ? null : address;
        this.adoption = adoption;
        this.ticker = ticker;
        this.refusals = new RefusalLog(tls.self().name(), ticker);
        this.listeners = Listener.bindAll(
                transport,
                List.of(ListenEndpoint.plain(at)),
                MOST_SOCKETS,
                ClientAddressTable.unlimited(),
                any -> new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        watch(socket);
                        socket.pipeline()
                                .addLast(tls.lasting(false, ClusterTls.HANDOFF))
                                .addLast(new HandoffCodec())
                                .addLast(new RemoteHandoffReceiver(RemoteHandoffListener.this, socket));
                    }
                });
    }

    /** Makes the system notice within some 8 s that the host at the other end of a control connection is gone. */
    public static void watch(Channel control) {
        control.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        control.config().setOption(EpollChannelOption.TCP_KEEPIDLE, QUIET_SECONDS);
        control.config().setOption(EpollChannelOption.TCP_KEEPINTVL, ASKING_SECONDS);
        control.config().setOption(EpollChannelOption.TCP_KEEPCNT, MOST_ASKED);
        control.config()
                .setOption(EpollChannelOption.TCP_USER_TIMEOUT, (QUIET_SECONDS + ASKING_SECONDS * MOST_ASKED) * 1000);
    }

    /**
     * Returns whether everything that the other side has sent on a control connection was read, once nothing more
     * arrives. A connection that was reset, or that the system has given up, reads as ended like any other when a write
     * had reported the error: then it is not known what was still on its way.
     */
    public static boolean isReadToTheEnd(Channel control) {
        try {
            return control.isOpen()
                    && control instanceof EpollSocketChannel socket
                    && socket.tcpInfo().state() == CLOSE_WAIT;
        } catch (ChannelException e) {
            return false;
        }
    }

    @Override
    public void close() {
        listeners.forEach(Listener::close);
        silences.close();
    }
}
