package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.DomainSocketChannelConfig;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The two sockets between an event loop and a node on this host: one for frames and one for descriptors, which may come
 * back by it. The front-end keeps the descriptor of a connection that it offers until the node has confirmed it; a node
 * that is killed in between has either confirmed the connection or not used it. Belongs to the link's loop.
 */
final class LocalHandoffTransport implements HandoffTransport {
    /** The system holds about 270 descriptors for a Unix socket that is not read, and Netty cannot wait for room. */
    static final int MOST_UNDER_WAY = 128;

    private final HandoffLink link;
    private final LocalHandoffLinks routes;
    private final InetSocketAddress node;
    /** Null where connections stay with their nodes. */
    private final @Nullable ReturnedConnections homecomings;

    private @Nullable Channel descriptors;

    /**
     * @param node by whose port its socket is found
     * @param home of connections that come back; null where none do
     */
    LocalHandoffTransport(
            HandoffLink link,
            LocalHandoffLinks routes,
            EventLoop loop,
            InetSocketAddress node,
            @Nullable AdoptedConnections home) {
        this.link = link;
        this.routes = routes;
        this.node = node;
        this.homecomings = home == null ? null : new ReturnedConnections(link, home, loop, routes.counts);
    }

    @Override
    public int mostUnderWay() {
        return MOST_UNDER_WAY;
    }

    @Override
    public boolean carriesHeldConnections() {
        return false;
    }

    @Override
    public void open() {
        long backFrom = homecomings == null ? HandoffFrame.Hello.NEVER : routes.terms.backFrom();
        HandoffFrame hello = new HandoffFrame.Hello(HandoffFrame.VERSION, backFrom, (int)
                routes.terms.get(HandoffSettings.TIMEOUT).toMillis());
        link.connect(
                new Bootstrap().channel(routes.transport.unixClientChannel()),
                routes.transport.unixAddress(socket()),
                socket -> socket.pipeline().addLast(new HandoffCodec()).addLast(new Frames()),
                done -> connected(done, hello),
                "the node does not answer");
    }

    private Path socket() {
        return routes.directory.socketOf(node.getPort());
    }

    /** Says the first word on one of the two sockets. */
    private void connected(ChannelFuture done, HandoffFrame first) {
        if (link.isOver()) {
            done.channel().close();
        } else if (!done.isSuccess()) {
            link.over("nobody listens at " + socket() + ": " + done.cause(), false);
        } else if (isTrusted(done.channel())) {
            done.channel().writeAndFlush(first);
        } else {
            link.over("another user's process listens at " + socket(), false);
        }
    }

    private boolean isTrusted(Channel socket) {
        try {
            return routes.directory.isTrusted(socket);
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void received(HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Welcome welcome -> welcomed(welcome);
            case HandoffFrame.Ready ready -> ready();
            case HandoffFrame.Taken taken -> link.taken(taken.number());
            case HandoffFrame.Offer offer -> offered(offer);
            default -> throw new IllegalStateException(frame + " is nothing that a node says");
        }
    }

    private void ready() {
        if (descriptors == null) {
            throw new IllegalStateException("a node is ready before its second socket is connected");
        }
        link.ready();
    }

    private void offered(HandoffFrame.Offer offer) {
        if (homecomings == null) {
            offer.begun().release();
            throw new IllegalStateException("a node brings a connection back that is to stay");
        }
        homecomings.offered(offer);
    }

    /** Two nodes may have one port, at two addresses of a host. */
    private void welcomed(HandoffFrame.Welcome welcome) {
        InetSocketAddress address = welcome.address();
        if (address == null || address.equals(node)) {
            link.connect(
                    new Bootstrap().channel(routes.transport.unixClientChannel()),
                    routes.transport.unixAddress(socket()),
                    this::readDescriptors,
                    socket -> descriptors = socket,
                    done -> connected(done, new HandoffFrame.Join(welcome.link())));
        } else {
            link.over("whoever listens at " + socket() + " is the node at " + address, false);
        }
    }

    private void readDescriptors(Channel socket) {
        ((DomainSocketChannelConfig) socket.config()).setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
        socket.pipeline().addLast(new HandoffCodec()).addLast(new Descriptors());
    }

    @Override
    public Parcel prepare(UnixChannel connection, ConnectionAddresses pair) {
        boolean again = ReturnedConnections.was(connection, link);
        return (number, client, begun) -> {
            link.say(new HandoffFrame.Offer(number, pair, client, again, begun));
            Objects.requireNonNull(descriptors).writeAndFlush(connection.fd()).addListener(sent -> {
                if (!sent.isSuccess()) {
                    link.end("a connection could not be passed: " + sent.cause());
                }
            });
        };
    }

    /** Closes the second socket, upon which the node closes the first; or has it closed, where the node is silent. */
    @Override
    public void stop() {
        if (homecomings != null) {
            homecomings.end();
        }
        if (descriptors != null) {
            descriptors.close();
        }
    }

    /** The first socket. */
    private final class Frames extends HandoffLink.FromNode {
        Frames() {
            super(link);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                link.over(HandoffLink.GONE, true);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // An input or output error is followed by the end of the input, after what was sent before.
            if (!(cause instanceof IOException)) {
                link.over(String.valueOf(cause.getMessage()), false);
            }
        }
    }

    /** The second socket, on which descriptors go, and come back. */
    private final class Descriptors extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            int descriptor = ((FileDescriptor) message).intValue();
            if (homecomings == null) {
                AdoptedConnections.closeDescriptor(descriptor);
            } else {
                homecomings.descriptor(descriptor);
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                link.end(HandoffLink.GONE);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            link.end(HandoffLink.GONE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            link.end(HandoffLink.GONE);
        }
    }
}
