package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.packet.link.FileDescriptorDuplicator;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.steering.PacketSteering;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.handoff.RemoteHandoffListener;
import io.gosling.netty.handoff.TcpRepairSocket;
import io.gosling.netty.handoff.TcpRepairState;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The encrypted control connection between an event loop and a node on another host. Belongs to the link's loop.
 *
 * <p>The front-end's socket is frozen before the connection is offered, and stays so: the kernel drops packets for it
 * and sends nothing. If the node does not take the connection, the socket is thawed, and the client only has to
 * retransmit. If the node takes it, the socket is kept, by a descriptor of its own, for as long as the connection's
 * packets are redirected; closing it sends nothing.
 */
final class RemoteHandoffTransport implements HandoffTransport {
    private static final int MOST_UNDER_WAY = 1024;

    private final HandoffLink link;
    private final RemoteHandoffLinks routes;
    private final HandoffCounts counts;
    private final InetSocketAddress node;
    private final int port;
    private final PacketSteering steering;

    /** Of the connection that was readied last, which is offered next. */
    private long drained;

    private PacketSteering.@Nullable Route route;

    /**
     * @param node the address at which it answers HTTP; it takes connections at the same address
     */
    RemoteHandoffTransport(
            HandoffLink link, RemoteHandoffLinks routes, InetSocketAddress node, PacketSteering steering) {
        this.link = link;
        this.routes = routes;
        this.counts = routes.counts;
        this.node = node;
        this.port = routes.terms.find(HandoffSettings.PORT).orElseThrow();
        this.steering = steering;
    }

    @Override
    public int mostUnderWay() {
        return MOST_UNDER_WAY;
    }

    /** The kernel answers their clients' next packets with their end. */
    @Override
    public boolean carriesHeldConnections() {
        return true;
    }

    @Override
    public void open() {
        InetSocketAddress there = new InetSocketAddress(node.getAddress(), port);
        Bootstrap tcp = new Bootstrap()
                .channel(routes.transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) HandoffLink.CONNECTING.toMillis());
        link.connect(
                tcp,
                there,
                socket -> socket.pipeline()
                        .addLast(routes.tls.lasting(true, ClusterTls.HANDOFF))
                        .addLast(new HandoffCodec())
                        .addLast(new Frames()),
                done -> {
                    if (!done.isSuccess()) {
                        link.over("it takes no connections at " + there + ": " + done.cause(), false);
                    }
                },
                "it does not answer at " + there);
    }

    @Override
    public void received(HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Welcome welcome -> welcomed(welcome);
            case HandoffFrame.Restored restored -> {
                link.taken(restored.number());
                counts.restores.add(TimeUnit.MICROSECONDS.toNanos(restored.micros()));
            }
            default -> throw new IllegalStateException(frame + " is nothing that a node says here");
        }
    }

    /** Two nodes may have one port for this, at two addresses of a host. */
    private void welcomed(HandoffFrame.Welcome welcome) {
        InetSocketAddress address = welcome.address();
        if (!link.isConnecting()) {
            throw new IllegalStateException("a node says its welcome twice");
        }
        if (address != null && !address.equals(node)) {
            link.over("who takes connections at its port " + port + " is the node at " + address, false);
            return;
        }
        try {
            route = steering.route(node.getAddress());
        } catch (IOException e) {
            link.over(String.valueOf(e.getMessage()), false);
            return;
        }
        link.ready();
    }

    /**
     * Freezes it and reads what is left in its socket. Where that is too much, or the client has ended it, it stays.
     */
    @Override
    public boolean readies(UnixChannel connection, int room, Consumer<ByteBuf> came) {
        TcpRepairSocket socket = new TcpRepairSocket(connection.fd().intValue());
        ByteBuf rest = connection.alloc().directBuffer();
        drained = TcpRepairSocket.MORE_TO_READ;
        try {
            socket.freeze();
            drained = socket.drain(rest, room);
        } catch (IOException e) {
            // Reset by its client; its next owner will notice.
        }
        if (rest.isReadable()) {
            came.accept(rest);
        } else {
            rest.release();
        }
        if (drained == TcpRepairSocket.MORE_TO_READ) {
            thaw(socket); // one that does not is closed when somebody reads it
            counts.count(HandoffOutcome.BOUND);
            return false;
        }
        return true;
    }

    @Override
    public @Nullable Parcel prepare(UnixChannel connection, ConnectionAddresses pair) {
        TcpRepairSocket socket = new TcpRepairSocket(connection.fd().intValue());
        long since = routes.ticker.nanos();
        TcpRepairState dumped;
        try {
            dumped = socket.dump(drained);
        } catch (IOException e) {
            counts.count(HandoffOutcome.BOUND);
            return null;
        }
        long at = routes.ticker.nanos();
        PacketSteering.Route to = Objects.requireNonNull(route);
        TcpRepairSocket kept = another(socket);
        PacketSteering.Flow flow = kept == null ? null : steering.steer(pair, dumped.received(), to, () -> letGo(kept));
        if (kept == null || flow == null) {
            close(kept);
            counts.count(HandoffOutcome.FULL);
            return null;
        }
        counts.dumps.add(at - since);
        counts.steers.add(routes.ticker.nanos() - at);
        return new Frozen(link, kept, flow, pair, dumped);
    }

    /**
     * A connection whose socket stays frozen here.
     *
     * @param socket by a descriptor of its own, which is closed when the flow is over
     */
    private record Frozen(
            HandoffLink link,
            TcpRepairSocket socket,
            PacketSteering.Flow flow,
            ConnectionAddresses pair,
            TcpRepairState state)
            implements Parcel {
        @Override
        public void send(int number, @Nullable InetSocketAddress client, ByteBuf begun) {
            link.say(new HandoffFrame.Transfer(number, pair, client, state, begun));
        }

        @Override
        public boolean takeBack() {
            boolean here = thaw(socket);
            flow.drop();
            return here;
        }

        @Override
        public void ended() {
            flow.ended();
        }

        @Override
        public void drop() {
            flow.drop();
        }
    }

    @Override
    public boolean keep(UnixChannel connection) {
        return thaw(new TcpRepairSocket(connection.fd().intValue()));
    }

    private static boolean thaw(TcpRepairSocket socket) {
        try {
            socket.thaw();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The same socket, which stays when its channel is closed; null when this process has as many files open as it may.
     */
    private static @Nullable TcpRepairSocket another(TcpRepairSocket socket) {
        try {
            return new TcpRepairSocket(FileDescriptorDuplicator.another(socket.intValue()));
        } catch (IOException e) {
            return null;
        }
    }

    private static void close(@Nullable TcpRepairSocket kept) {
        try {
            if (kept != null) {
                kept.close();
            }
        } catch (IOException e) {
            System.getLogger(RemoteHandoffLinks.class.getName())
                    .log(System.Logger.Level.DEBUG, "a socket was not closed: {0}", e.toString());
        }
    }

    /**
     * Closes a socket whose packets go nowhere any more: on the loop, where it may just be thawed, or when that has
     * ended, as nobody does then.
     */
    private void letGo(TcpRepairSocket kept) {
        try {
            link.onLoop(() -> close(kept));
        } catch (RejectedExecutionException e) {
            close(kept);
        }
    }

    /** The control connection. */
    private final class Frames extends HandoffLink.FromNode {
        Frames() {
            super(link);
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            RemoteHandoffListener.watch(ctx.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
            super.channelRead0(ctx, frame);
            link.endIfDone();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws SSLException {
            if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
                ClusterTls.verified(ctx.pipeline().get(SslHandler.class).engine(), ClusterTls.HANDOFF);
                ctx.writeAndFlush(new HandoffFrame.Knock(HandoffFrame.ACROSS_HOSTS, routes.addresses));
            } else if (event == ClusterTls.Retirement.SECRET_REMOVED) {
                link.drain();
            } else if (event == ChannelInputShutdownEvent.INSTANCE) {
                link.over(HandoffLink.GONE, RemoteHandoffListener.isReadToTheEnd(ctx.channel()));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            boolean gone = cause instanceof IOException && !(cause instanceof SSLException);
            link.over(gone ? HandoffLink.GONE : ClusterTls.explain(cause), false);
        }
    }
}
