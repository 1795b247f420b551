package io.gosling.dispatcher.handoff;

import io.gosling.document.Ticker;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffDirectory;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.SocketPair;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.DomainSocketChannelConfig;
import io.netty.channel.unix.DomainSocketReadMode;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The front-end's side of the two sockets between one of its event loops and one node; {@link HandoffFrame} defines the
 * protocol. Belongs to that loop.
 *
 * <p>Ownership of a connection: the front-end keeps its descriptor until it has read the node's confirmation, which the
 * node has passed to the system before it uses the connection. So a node that is killed in between has either confirmed
 * the connection or not used it: when its socket was read to the end, every connection that was not confirmed goes
 * back. If that end is not read, or the node is silent for too long, the owner is unknown, and the connection is
 * closed.
 */
final class HandoffLink implements NodeLink {
    /** The system holds about 270 descriptors for a Unix socket that is not read, and Netty cannot wait for room. */
    static final int MOST_UNDER_WAY = 128;

    /** Connections that a node may hold for one event loop. */
    static final int MOST_HELD = 65_536;

    /** For a node to answer when it is met. */
    private static final Duration CONNECTING = Duration.ofSeconds(5);

    private static final String GONE = "the node has gone";

    private enum State {
        CONNECTING,
        READY,
        /** Nothing more is offered; what is under way is waited for. */
        ENDING,
        OVER
    }

    /** A connection on its way. */
    private record Offered(HandoffCallback takeover, long sinceNanos) {}

    private final Transport transport;
    private final EventLoop loop;
    private final HandoffDirectory directory;
    private final InetSocketAddress node;
    private final LocalHandoffSettings terms;
    /** Null where connections stay with their nodes. */
    private final @Nullable ReturnedConnections homecomings;

    private final HandoffCounts counts;
    private final Ticker ticker;
    private final Consumer<String> news;

    private final Map<Integer, Offered> offered = new LinkedHashMap<>();
    private final Map<Integer, HandedOffListener> held = new HashMap<>();
    private State state = State.CONNECTING;
    private int numbers;
    private @Nullable Channel frames;
    private @Nullable Channel descriptors;
    private @Nullable Future<?> timer;

    /**
     * @param node by whose port its socket is found
     * @param home of connections that come back; null where none do
     * @param news told {@code ""} when it is ready, and why when it is over
     */
    HandoffLink(
            Transport transport,
            EventLoop loop,
            HandoffDirectory directory,
            InetSocketAddress node,
            LocalHandoffSettings terms,
            @Nullable AdoptedConnections home,
            HandoffCounts counts,
            Ticker ticker,
            Consumer<String> news) {
        this.transport = transport;
        this.loop = loop;
        this.directory = directory;
        this.node = node;
        this.terms = terms;
        this.homecomings = home == null ? null : new ReturnedConnections(this, home, loop, counts);
        this.counts = counts;
        this.ticker = ticker;
        this.news = news;
    }

    // --- connecting ---

    @Override
    public void open() {
        long backFrom = homecomings == null ? LocalHandoffSettings.NEVER : terms.backFrom();
        HandoffFrame hello = new HandoffFrame.Hello(
                HandoffFrame.VERSION, backFrom, (int) terms.patience().toMillis());
        connect(new FromNode(), hello, socket -> frames = socket);
        awaitUntil(CONNECTING.toNanos(), () -> {
            if (state == State.CONNECTING) {
                over("the node does not answer", false);
            }
        });
    }

    /** Opens one of the two sockets and says the first word on it. */
    private void connect(ChannelHandler handler, HandoffFrame first, Consumer<Channel> opened) {
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(transport.unixClientChannel())
                // Messages that the node sent before it died are read, even if writes fail already.
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        if (handler instanceof Descriptors) {
                            ((DomainSocketChannelConfig) socket.config())
                                    .setReadMode(DomainSocketReadMode.FILE_DESCRIPTORS);
                        }
                        socket.pipeline().addLast(new HandoffCodec()).addLast(handler);
                    }
                })
                .connect(transport.unixAddress(directory.socketOf(node.getPort())));
        if (connected.channel().isRegistered()) {
            opened.accept(connected.channel());
        }
        // Without a descriptor there is no channel, and nothing that belongs to this loop: another thread tells.
        connected.addListener(done -> onLoop(() -> {
            if (state == State.OVER) {
                connected.channel().close();
            } else if (!done.isSuccess()) {
                over("nobody listens at " + socket() + ": " + done.cause(), false);
            } else if (isTrusted(connected.channel())) {
                connected.channel().writeAndFlush(first);
            } else {
                over("another user's process listens at " + socket(), false);
            }
        }));
    }

    private Path socket() {
        return directory.socketOf(node.getPort());
    }

    private void onLoop(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else {
            loop.execute(step);
        }
    }

    private boolean isTrusted(Channel socket) {
        try {
            return directory.isTrusted(socket);
        } catch (IOException e) {
            return false;
        }
    }

    private void received(HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Welcome welcome -> welcomed(welcome);
            case HandoffFrame.Refusal refusal -> over(refusal.reason(), false);
            case HandoffFrame.Ready ready -> {
                state = State.READY;
                news.accept("");
            }
            case HandoffFrame.Taken taken -> taken(taken.number());
            case HandoffFrame.Declined declined -> {
                HandoffCallback takeover = declined(declined.number());
                counts.count(HandoffOutcome.DECLINED);
                takeover.declined();
            }
            case HandoffFrame.Quiet quiet -> of(quiet.number()).quiet();
            case HandoffFrame.Busy busy -> of(busy.number()).busy();
            case HandoffFrame.Ended ended -> {
                HandedOffListener holding = of(ended.number());
                held.remove(ended.number());
                counts.held(-1);
                holding.ended();
            }
            case HandoffFrame.Offer offer -> offered(offer);
            default -> throw new IllegalStateException(frame + " is nothing that a node says");
        }
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
            connect(new Descriptors(), new HandoffFrame.Join(welcome.link()), socket -> descriptors = socket);
        } else {
            over("whoever listens at " + socket() + " is the node at " + address, false);
        }
    }

    // --- offering ---

    @Override
    public boolean isReady() {
        return state == State.READY;
    }

    @Override
    public boolean isOver() {
        return state == State.OVER;
    }

    @Override
    public boolean isFull() {
        return offered.size() >= MOST_UNDER_WAY || held.size() + offered.size() >= MOST_HELD;
    }

    @Override
    public void offer(
            UnixChannel connection,
            SocketPair pair,
            @Nullable InetSocketAddress client,
            ByteBuf begun,
            HandoffCallback takeover) {
        Channel first = frames;
        Channel second = descriptors;
        if (state != State.READY || first == null || second == null || isFull()) {
            // Others were offered, or the link ended, since it was asked; the node is not to blame.
            begun.release();
            counts.count(state == State.READY ? HandoffOutcome.FULL : HandoffOutcome.UNLINKED);
            takeover.declined();
            return;
        }
        int number = numbers++;
        if (offered.isEmpty()) {
            watch(terms.patience().toNanos());
        }
        offered.put(number, new Offered(takeover, ticker.nanos()));
        boolean again = ReturnedConnections.was(connection, this);
        first.writeAndFlush(new HandoffFrame.Offer(number, pair, client, again, begun));
        second.writeAndFlush(connection.fd()).addListener(sent -> {
            if (!sent.isSuccess()) {
                end("a connection could not be passed: " + sent.cause());
            }
        });
    }

    /** Looks when the oldest offer is too old. */
    private void watch(long nanos) {
        long due = ticker.nanos() + nanos;
        awaitUntil(nanos, () -> {
            if (offered.isEmpty()) {
                return;
            }
            long now = ticker.nanos();
            long age = now - offered.values().iterator().next().sinceNanos();
            long left = OfferTimeout.left(terms.patience().toNanos(), age, now - due);
            if (left > 0) {
                watch(left);
            } else {
                over("the node takes no connections", false);
            }
        });
    }

    private void awaitUntil(long nanos, Runnable then) {
        if (timer != null) {
            timer.cancel(false);
        }
        timer = loop.schedule(then, Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(1)), TimeUnit.NANOSECONDS);
    }

    private void taken(int number) {
        Offered offer = offered.remove(number);
        if (offer == null) {
            throw new IllegalStateException("a node took connection " + number + ", which it was not offered");
        }
        counts.held(1);
        counts.taken(ticker.nanos() - offer.sinceNanos());
        held.put(number, offer.takeover().taken());
    }

    private HandoffCallback declined(int number) {
        Offered offer = offered.remove(number);
        if (offer == null) {
            throw new IllegalStateException("a node declined connection " + number + ", which it was not offered");
        }
        return offer.takeover();
    }

    private HandedOffListener of(int number) {
        HandedOffListener holding = held.get(number);
        if (holding == null) {
            throw new IllegalStateException("a node spoke of connection " + number + ", which it does not hold");
        }
        return holding;
    }

    // --- taking back ---

    /** Whether the node has a connection of this number. */
    boolean holds(int number) {
        return held.containsKey(number);
    }

    /** A connection is the node's no more. */
    void isBack(int number) {
        HandedOffListener holding = held.remove(number);
        if (holding != null) {
            counts.held(-1);
            holding.ended();
        }
    }

    /** Says something to the node. */
    ChannelFuture say(HandoffFrame frame) {
        return Objects.requireNonNull(frames).writeAndFlush(frame);
    }

    /** The node's offer is malformed: connections that were not taken stay with the node. */
    void fail(String reason) {
        news.accept(reason);
        end(reason);
    }

    // --- the end ---

    /** Ends the link in good order: connections that the node has not taken come back. */
    @Override
    public void leave() {
        end(CLOSED);
    }

    /** Closes the second socket, upon which the node closes the first; or has it closed, where the node is silent. */
    private void end(String reason) {
        if (state == State.CONNECTING || (state == State.READY && offered.isEmpty())) {
            over(reason, true);
        } else if (state == State.READY) {
            state = State.ENDING;
            endHomecomings();
            if (descriptors != null) {
                descriptors.close();
            }
        }
    }

    private void endHomecomings() {
        if (homecomings != null) {
            homecomings.end();
        }
    }

    /** @param readToTheEnd whether everything that the node has said was heard */
    private void over(String reason, boolean readToTheEnd) {
        if (state == State.OVER) {
            return;
        }
        state = State.OVER;
        if (timer != null) {
            timer.cancel(false);
        }
        if (frames != null) {
            frames.close();
        }
        if (descriptors != null) {
            descriptors.close();
        }
        List<Offered> open = new ArrayList<>(offered.values());
        List<HandedOffListener> gone = new ArrayList<>(held.values());
        offered.clear();
        held.clear();
        endHomecomings();
        counts.held(-gone.size());
        news.accept(reason);
        for (Offered offer : open) {
            counts.count(readToTheEnd ? HandoffOutcome.RETURNED : HandoffOutcome.LOST);
            if (readToTheEnd) {
                offer.takeover().returned();
            } else {
                offer.takeover().lost();
            }
        }
        gone.forEach(HandedOffListener::ended);
    }

    /** The first socket. */
    private final class FromNode extends SimpleChannelInboundHandler<HandoffFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
            if (state != State.OVER) {
                received(frame);
            } else if (frame instanceof HandoffFrame.Offer offer) {
                offer.begun().release();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                over(GONE, true);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            over(GONE, false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // An input or output error is followed by the end of the input, after what was sent before.
            if (!(cause instanceof IOException)) {
                over(String.valueOf(cause.getMessage()), false);
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
                end(GONE);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            end(GONE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            end(GONE);
        }
    }
}
