package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.packet.link.Descriptors;
import io.gosling.dispatcher.steering.Steering;
import io.gosling.document.Ticker;
import io.gosling.netty.handoff.EncryptedFrames;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.handoff.MovableSocket;
import io.gosling.netty.handoff.RemoteHandoffListener;
import io.gosling.netty.handoff.TcpState;
import io.gosling.netty.transport.SocketPair;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The front-end's side of the control connection between one of its event loops and one node on another host;
 * {@link HandoffFrame} defines the protocol. Belongs to that loop.
 *
 * <p>Ownership of a connection: the front-end's socket is frozen before the connection is offered, and stays so: the
 * kernel drops packets for it and sends nothing. If the node does not take the connection, the socket is thawed, and
 * the client only has to retransmit. If the node takes it, the socket is kept, by a descriptor of its own, for as long
 * as the connection's packets are redirected; closing it sends nothing. A connection that the node has not taken when
 * the control connection was read to its end belongs to the front-end; if that end is not read, or the node is silent
 * for too long, the owner is unknown, and the connection is reset.
 */
final class RemoteLink implements NodeLink {
    /** Connections on their way at a time. */
    static final int MOST_UNDER_WAY = 1024;

    /** Connections that a node may hold for one event loop. */
    static final int MOST_HELD = 65_536;

    /** For a node to answer when it is met. */
    private static final Duration CONNECTING = Duration.ofSeconds(5);

    private static final String GONE = "the node has gone";

    private enum State {
        CONNECTING,
        READY,
        /** Nothing more is offered; what the node has stays. */
        LEAVING,
        OVER
    }

    /**
     * A connection on its way.
     *
     * @param socket by a descriptor of its own, which is closed when the flow is over
     */
    private record Offered(MovableSocket socket, HandoffCallback takeover, Steering.Flow flow, long sinceNanos) {}

    /** A connection that the node has. */
    private record Held(HandedOffListener holding, Steering.Flow flow) {}

    private final Transport transport;
    private final EventLoop loop;
    private final InetSocketAddress node;
    private final List<InetSocketAddress> addresses;
    private final RemoteHandoffSettings terms;
    private final Steering steering;
    private final HandoffCounts counts;
    private final Ticker ticker;
    private final Consumer<String> news;

    private final Map<Integer, Offered> offered = new LinkedHashMap<>();
    private final Map<Integer, Held> held = new HashMap<>();
    private State state = State.CONNECTING;
    private int numbers;
    /** Of the connection that was readied last, which is offered next. */
    private long drained;

    private @Nullable Channel frames;
    private Steering.@Nullable Route route;
    private @Nullable Future<?> timer;

    /**
     * @param node where it answers HTTP; it takes connections at the same address
     * @param addresses where clients come
     * @param news told {@code ""} when it is ready, and why when it is over
     */
    RemoteLink(
            Transport transport,
            EventLoop loop,
            InetSocketAddress node,
            List<InetSocketAddress> addresses,
            RemoteHandoffSettings terms,
            Steering steering,
            HandoffCounts counts,
            Ticker ticker,
            Consumer<String> news) {
        this.transport = transport;
        this.loop = loop;
        this.node = node;
        this.addresses = addresses;
        this.terms = terms;
        this.steering = steering;
        this.counts = counts;
        this.ticker = ticker;
        this.news = news;
    }

    // --- connecting ---

    @Override
    public void open() {
        InetSocketAddress there = new InetSocketAddress(node.getAddress(), terms.port());
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECTING.toMillis())
                // Messages that the node sent before it died are read, even if writes fail already.
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        socket.pipeline()
                                .addLast(new EncryptedFrames(terms.secret().getBytes(StandardCharsets.UTF_8), true))
                                .addLast(new HandoffCodec())
                                .addLast(new FromNode());
                    }
                })
                .connect(there);
        if (connected.channel().isRegistered()) {
            frames = connected.channel();
        }
        // Without a descriptor there is no channel, and nothing that belongs to this loop: another thread tells.
        connected.addListener(done -> onLoop(() -> {
            if (!done.isSuccess()) {
                over("it takes no connections at " + there + ": " + done.cause(), false);
            }
        }));
        awaitUntil(CONNECTING.toNanos(), () -> {
            if (state == State.CONNECTING) {
                over("it does not answer at " + there, false);
            }
        });
    }

    private void onLoop(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else {
            loop.execute(step);
        }
    }

    private void received(HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Welcome welcome -> welcomed(welcome);
            case HandoffFrame.Refusal refusal -> over(refusal.reason(), false);
            case HandoffFrame.Restored restored -> taken(restored);
            case HandoffFrame.Declined declined -> {
                Offered offer = removed(declined.number());
                counts.count(HandoffOutcome.DECLINED);
                boolean here = thaw(offer.socket());
                offer.flow().drop();
                if (here) {
                    offer.takeover().declined();
                } else {
                    offer.takeover().lost();
                }
            }
            case HandoffFrame.Quiet quiet -> of(quiet.number()).holding().quiet();
            case HandoffFrame.Busy busy -> of(busy.number()).holding().busy();
            case HandoffFrame.Ended ended -> {
                Held one = of(ended.number());
                held.remove(ended.number());
                one.flow().ended();
                one.holding().ended();
                counts.held(-1);
            }
            default -> throw new IllegalStateException(frame + " is nothing that a node says here");
        }
    }

    /** Two nodes may have one port for this, at two addresses of a host. */
    private void welcomed(HandoffFrame.Welcome welcome) {
        InetSocketAddress address = welcome.address();
        if (state != State.CONNECTING) {
            throw new IllegalStateException("a node says its welcome twice");
        }
        if (address != null && !address.equals(node)) {
            over("who takes connections at its port " + terms.port() + " is the node at " + address, false);
            return;
        }
        try {
            route = steering.route(node.getAddress());
        } catch (IOException e) {
            over(String.valueOf(e.getMessage()), false);
            return;
        }
        state = State.READY;
        news.accept("");
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

    /**
     * Freezes it and reads what is left in its socket. Where that is too much, or the client has ended it, it stays.
     */
    @Override
    public boolean readies(UnixChannel connection, int room, Consumer<ByteBuf> came) {
        MovableSocket socket = new MovableSocket(connection.fd().intValue());
        ByteBuf rest = connection.alloc().directBuffer();
        drained = MovableSocket.MORE_TO_READ;
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
        if (drained == MovableSocket.MORE_TO_READ) {
            thaw(socket); // one that does not is closed when somebody reads it
            counts.count(HandoffOutcome.BOUND);
            return false;
        }
        return true;
    }

    @Override
    public void offer(
            UnixChannel connection,
            SocketPair pair,
            @Nullable InetSocketAddress client,
            ByteBuf begun,
            HandoffCallback takeover) {
        MovableSocket socket = new MovableSocket(connection.fd().intValue());
        Channel control = frames;
        Steering.Route to = route;
        if (state != State.READY || control == null || to == null || isFull()) {
            // Others were offered, or the link ended, since it was asked; the node is not to blame.
            stays(state == State.READY ? HandoffOutcome.FULL : HandoffOutcome.UNLINKED, socket, begun, takeover);
            return;
        }
        long since = ticker.nanos();
        TcpState dumped;
        try {
            dumped = socket.dump(drained);
        } catch (IOException e) {
            stays(HandoffOutcome.BOUND, socket, begun, takeover);
            return;
        }
        long at = ticker.nanos();
        MovableSocket kept = another(socket);
        Steering.Flow flow = kept == null ? null : steering.steer(pair, dumped.received(), to, () -> letGo(kept));
        if (kept == null || flow == null) {
            close(kept);
            stays(HandoffOutcome.FULL, socket, begun, takeover);
            return;
        }
        counts.readied(at - since, ticker.nanos() - at);
        int number = numbers++;
        if (offered.isEmpty()) {
            watch(terms.patience().toNanos());
        }
        offered.put(number, new Offered(kept, takeover, flow, since));
        control.writeAndFlush(new HandoffFrame.Transfer(number, pair, client, dumped, begun));
    }

    /**
     * The same socket, which stays when its channel is closed; null when this process has as many files open as it may.
     */
    private static @Nullable MovableSocket another(MovableSocket socket) {
        try {
            return new MovableSocket(Descriptors.another(socket.intValue()));
        } catch (IOException e) {
            return null;
        }
    }

    private static void close(@Nullable MovableSocket kept) {
        try {
            if (kept != null) {
                kept.close();
            }
        } catch (IOException e) {
            System.getLogger(RemoteHandoffs.class.getName())
                    .log(System.Logger.Level.DEBUG, "a socket was not closed: {0}", e.toString());
        }
    }

    /**
     * Whose packets go nowhere any more: on the loop, where it may just be thawed, or when that has ended, as nobody
     * does then.
     */
    private void letGo(MovableSocket kept) {
        try {
            onLoop(() -> close(kept));
        } catch (RejectedExecutionException e) {
            close(kept);
        }
    }

    /** It was not offered. */
    private void stays(HandoffOutcome why, MovableSocket socket, ByteBuf begun, HandoffCallback takeover) {
        begun.release();
        counts.count(why);
        if (thaw(socket)) {
            takeover.declined();
        } else {
            takeover.lost();
        }
    }

    private static boolean thaw(MovableSocket socket) {
        try {
            socket.thaw();
            return true;
        } catch (IOException e) {
            return false;
        }
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
                over("it takes no connections", false);
            }
        });
    }

    private void awaitUntil(long nanos, Runnable then) {
        if (timer != null) {
            timer.cancel(false);
        }
        timer = loop.schedule(then, Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(1)), TimeUnit.NANOSECONDS);
    }

    private void taken(HandoffFrame.Restored restored) {
        Offered offer = removed(restored.number());
        counts.held(1);
        counts.taken(ticker.nanos() - offer.sinceNanos());
        counts.restored(TimeUnit.MICROSECONDS.toNanos(restored.micros()));
        held.put(restored.number(), new Held(offer.takeover().taken(), offer.flow()));
    }

    private Offered removed(int number) {
        Offered offer = offered.remove(number);
        if (offer == null) {
            throw new IllegalStateException("a node spoke of connection " + number + ", which it was not offered");
        }
        return offer;
    }

    private Held of(int number) {
        Held one = held.get(number);
        if (one == null) {
            throw new IllegalStateException("a node spoke of connection " + number + ", which it does not hold");
        }
        return one;
    }

    // --- the end ---

    /** Has the node end what it has from here. */
    void end() {
        Channel control = frames;
        if (state == State.READY && control != null) {
            control.writeAndFlush(new HandoffFrame.Leaving());
        }
        leave();
    }

    /** Ends when the node has nothing of this front-end's any more. */
    @Override
    public void leave() {
        if (state == State.READY) {
            state = State.LEAVING;
        } else if (state == State.CONNECTING) {
            close();
        }
        endIfEmpty();
    }

    private void endIfEmpty() {
        if (state == State.LEAVING && offered.isEmpty() && held.isEmpty()) {
            close();
        }
    }

    /** Ends it at once, and the connections that the node has from here with it. */
    void close() {
        over(CLOSED, false);
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
        List<Offered> open = new ArrayList<>(offered.values());
        List<Held> gone = new ArrayList<>(held.values());
        offered.clear();
        held.clear();
        counts.held(-gone.size());
        news.accept(reason);
        for (Offered offer : open) {
            boolean back = thaw(offer.socket()) && readToTheEnd;
            offer.flow().drop();
            counts.count(back ? HandoffOutcome.RETURNED : HandoffOutcome.LOST);
            if (back) {
                offer.takeover().returned();
            } else {
                offer.takeover().lost();
            }
        }
        for (Held one : gone) {
            // The kernel answers their clients' next packets with their end.
            one.flow().drop();
            one.holding().ended();
        }
    }

    /** The control connection. */
    private final class FromNode extends SimpleChannelInboundHandler<HandoffFrame> {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            RemoteHandoffListener.watch(ctx.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
            if (state != State.OVER) {
                received(frame);
                endIfEmpty();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == EncryptedFrames.Begun.BEGUN) {
                ctx.writeAndFlush(new HandoffFrame.Knock(HandoffFrame.ACROSS_HOSTS, addresses));
            } else if (event == ChannelInputShutdownEvent.INSTANCE) {
                over(GONE, RemoteHandoffListener.isReadToTheEnd(ctx.channel()));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            over(GONE, false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            over(cause instanceof IOException ? GONE : String.valueOf(cause.getMessage()), false);
        }
    }
}
