package io.gosling.dispatcher.handoff;

import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The front-end's side of the link between one of its event loops and one node; {@link HandoffFrame} defines the
 * protocol, and a {@link HandoffTransport} moves the connections. Belongs to that loop.
 *
 * <p>Ownership of a connection: it is the front-end's until the node's confirmation was read, which the node has passed
 * to the system before it uses the connection. So when the link ends and was read to its end, every connection that was
 * not confirmed goes back. If that end is not read, or the node is silent for too long, the owner is unknown, and the
 * connection is closed.
 */
public final class HandoffLink {
    /** The reason of a link that the front-end has ended itself. */
    static final String CLOSED = "closed";

    static final String GONE = "the node has gone";

    /** For a node to answer when it is met. */
    static final Duration CONNECTING = Duration.ofSeconds(5);

    /** A wait that ends this much later than planned is invalid: the process was suspended. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final long MOST_WAIT = Duration.ofMinutes(1).toNanos();

    /** Connections that a node may hold for one event loop. */
    private static final int MOST_HELD = 65_536;

    private enum State {
        CONNECTING,
        READY,
        /** Nothing more is offered; what is under way is waited for. */
        LEAVING,
        OVER
    }

    /** A connection on its way. */
    private record Offered(
            HandoffTransport.Parcel parcel,
            HandedOffConnectionListener listener,
            Consumer<HandoffOutcome> then,
            long sinceNanos) {}

    /** A connection that the node has. */
    private record Held(HandoffTransport.Parcel parcel, HandedOffConnectionListener listener) {}

    private final EventLoop loop;
    /** For the node to take a connection. */
    private final long timeoutNanos;

    private final HandoffCounts counts;
    private final Ticker ticker;
    private final Consumer<String> news;
    private final HandoffTransport transport;
    private final Map<Integer, Offered> offered = new LinkedHashMap<>();
    private final Map<Integer, Held> held = new HashMap<>();
    private State state = State.CONNECTING;
    private int numbers;
    private @Nullable Channel frames;
    private @Nullable Future<?> timer;

    /** @param news told {@code ""} when it is ready, and why when it is over */
    HandoffLink(
            EventLoop loop,
            HandoffLinks routes,
            Consumer<String> news,
            Function<HandoffLink, HandoffTransport> transport) {
        this.loop = loop;
        this.timeoutNanos = routes.terms.get(HandoffSettings.TIMEOUT).toNanos();
        this.counts = routes.counts;
        this.ticker = routes.ticker;
        this.news = news;
        this.transport = transport.apply(this);
    }

    // --- connecting ---

    /** Begins to connect to the node; to be called once. */
    void open() {
        transport.open();
    }

    /** Opens the socket for frames; {@code otherwise} is why the link ends when it is not ready in time. */
    void connect(
            Bootstrap with,
            SocketAddress there,
            Consumer<Channel> stages,
            Consumer<ChannelFuture> then,
            String otherwise) {
        connect(with, there, stages, socket -> frames = socket, then);
        awaitUntil(CONNECTING.toNanos(), () -> {
            if (isConnecting()) {
                over(otherwise, false);
            }
        });
    }

    /**
     * Opens a socket to the node.
     *
     * @param stages adds the socket's handlers
     * @param opened receives the socket at once, unless it could not be opened
     * @param then runs when it is connected, or is not, on the loop
     */
    void connect(
            Bootstrap with,
            SocketAddress there,
            Consumer<Channel> stages,
            Consumer<Channel> opened,
            Consumer<ChannelFuture> then) {
        ChannelFuture connected = with.group(loop)
                // Messages that the node sent before it died are read, even if writes fail already.
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel socket) {
                        stages.accept(socket);
                    }
                })
                .connect(there);
        if (connected.channel().isRegistered()) {
            opened.accept(connected.channel());
        }
        // Without a descriptor there is no channel, and nothing that belongs to this loop: another thread tells.
        connected.addListener(done -> onLoop(() -> then.accept(connected)));
    }

    /** Connections may be offered from now on. */
    void ready() {
        state = State.READY;
        news.accept("");
    }

    ChannelFuture say(HandoffFrame frame) {
        return Objects.requireNonNull(frames).writeAndFlush(frame);
    }

    void onLoop(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
        } else {
            loop.execute(step);
        }
    }

    private void received(HandoffFrame frame) {
        switch (frame) {
            case HandoffFrame.Refusal refusal -> over(refusal.reason(), false);
            case HandoffFrame.Declined declined -> {
                Offered offer = removed(declined.number());
                counts.count(HandoffOutcome.DECLINED);
                stays(offer.parcel().takeBack(), offer.then());
            }
            case HandoffFrame.Quiet quiet -> of(quiet.number()).listener().quiet();
            case HandoffFrame.Busy busy -> of(busy.number()).listener().busy();
            case HandoffFrame.Ended ended -> ended(ended.number(), of(ended.number()));
            default -> transport.received(frame);
        }
    }

    // --- offering ---

    boolean isReady() {
        return state == State.READY;
    }

    boolean isConnecting() {
        return state == State.CONNECTING;
    }

    boolean isOver() {
        return state == State.OVER;
    }

    boolean isFull() {
        return offered.size() >= transport.mostUnderWay() || held.size() + offered.size() >= MOST_HELD;
    }

    /**
     * Prepares a connection that its event loop has released: bytes that are no longer in the socket go along.
     *
     * @param room bytes that may go along beside those that were read before
     * @param came bytes that were still in its socket, if that does not go along by itself
     * @return false when it cannot be moved after all, and is unchanged except for {@code came}
     */
    public boolean readies(UnixChannel connection, int room, Consumer<ByteBuf> came) {
        return transport.readies(connection, room, came);
    }

    /**
     * Offers a connection that is ready, registered with no event loop, and has nothing left to write.
     *
     * @param client the client, where it differs from the socket's address
     * @param begun unanswered bytes; released
     * @param listener receives what happens to the connection once it is taken
     * @param then receives the outcome, once, on this loop: taken, and the front-end's own descriptor is to be closed,
     *     and nothing else done with it; declined, and it may be proxied; returned untouched by a node that died; or
     *     lost, and its owner is unknown
     */
    public void offer(
            UnixChannel connection,
            ConnectionAddresses pair,
            @Nullable InetSocketAddress client,
            ByteBuf begun,
            HandedOffConnectionListener listener,
            Consumer<HandoffOutcome> then) {
        long since = ticker.nanos();
        HandoffTransport.Parcel parcel = parcel(connection, pair);
        if (parcel == null) {
            begun.release();
            stays(transport.keep(connection), then);
            return;
        }
        int number = numbers++;
        if (offered.isEmpty()) {
            watch(timeoutNanos);
        }
        offered.put(number, new Offered(parcel, listener, then, since));
        parcel.send(number, client, begun);
    }

    private HandoffTransport.@Nullable Parcel parcel(UnixChannel connection, ConnectionAddresses pair) {
        if (isReady() && !isFull()) {
            return transport.prepare(connection, pair);
        }
        // Others were offered, or the link ended, since it was asked; the node is not to blame.
        counts.count(isReady() ? HandoffOutcome.FULL : HandoffOutcome.UNLINKED);
        return null;
    }

    private static void stays(boolean usable, Consumer<HandoffOutcome> then) {
        then.accept(usable ? HandoffOutcome.DECLINED : HandoffOutcome.LOST);
    }

    /**
     * Returns the time left for a node to take the oldest offer, 0 or less at its end.
     *
     * @param timeout timeout for a running node, at most a minute
     * @param age of the offer
     * @param late delay of this call: a suspended process waits once more
     */
    static long left(long timeout, long age, long late) {
        return late > LATE && age < MOST_WAIT ? timeout : timeout - age;
    }

    private void watch(long nanos) {
        long due = ticker.nanos() + nanos;
        awaitUntil(nanos, () -> {
            if (offered.isEmpty()) {
                return;
            }
            long now = ticker.nanos();
            long age = now - offered.values().iterator().next().sinceNanos();
            long left = left(timeoutNanos, age, now - due);
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

    void taken(int number) {
        Offered offer = removed(number);
        counts.held.add(1);
        counts.taken(ticker.nanos() - offer.sinceNanos());
        offer.then().accept(HandoffOutcome.TAKEN);
        held.put(number, new Held(offer.parcel(), offer.listener()));
    }

    private Offered removed(int number) {
        return known(offered.remove(number), number, "which it was not offered");
    }

    private Held of(int number) {
        return known(held.get(number), number, "which it does not hold");
    }

    private static <T> T known(@Nullable T one, int number, String otherwise) {
        if (one == null) {
            throw new IllegalStateException("a node spoke of connection " + number + ", " + otherwise);
        }
        return one;
    }

    boolean holds(int number) {
        return held.containsKey(number);
    }

    /** A connection is the node's no more, if it was. */
    void cameBack(int number) {
        Held one = held.get(number);
        if (one != null) {
            ended(number, one);
        }
    }

    private void ended(int number, Held one) {
        held.remove(number);
        one.parcel().ended();
        one.listener().ended();
        counts.held.add(-1);
    }

    // --- the end ---

    /** Ends the link, since the node has done what it must not: connections that it has not taken come back. */
    void fail(String reason) {
        news.accept(reason);
        end(reason);
    }

    /** Has the node end what it has from here. */
    void drain() {
        if (isReady()) {
            say(new HandoffFrame.Leaving());
        }
        leave();
    }

    /** Offers no more connections, and ends when the link is no longer needed. */
    void leave() {
        end(CLOSED);
    }

    /** Ends the link in good order: what is under way is awaited. */
    void end(String reason) {
        if (isConnecting() || (isReady() && isDone())) {
            over(reason, true);
        } else if (isReady()) {
            state = State.LEAVING;
            transport.stop();
        }
    }

    private boolean isDone() {
        return offered.isEmpty() && (held.isEmpty() || !transport.carriesHeldConnections());
    }

    void endIfDone() {
        if (state == State.LEAVING && isDone()) {
            over(CLOSED, true);
        }
    }

    void close() {
        over(CLOSED, false);
    }

    /** @param readToTheEnd true if everything that the node has sent was read */
    void over(String reason, boolean readToTheEnd) {
        if (isOver()) {
            return;
        }
        state = State.OVER;
        if (timer != null) {
            timer.cancel(false);
        }
        if (frames != null) {
            frames.close();
        }
        transport.stop();
        List<Offered> open = new ArrayList<>(offered.values());
        List<Held> gone = new ArrayList<>(held.values());
        offered.clear();
        held.clear();
        counts.held.add(-gone.size());
        news.accept(reason);
        for (Offered offer : open) {
            boolean back = offer.parcel().takeBack() && readToTheEnd;
            HandoffOutcome outcome = back ? HandoffOutcome.RETURNED : HandoffOutcome.LOST;
            counts.count(outcome);
            offer.then().accept(outcome);
        }
        for (Held one : gone) {
            one.parcel().drop();
            one.listener().ended();
        }
    }

    static class FromNode extends SimpleChannelInboundHandler<HandoffFrame> {
        private final HandoffLink link;

        FromNode(HandoffLink link) {
            this.link = link;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, HandoffFrame frame) {
            if (!link.isOver()) {
                link.received(frame);
            } else if (frame instanceof HandoffFrame.Offer offer) {
                offer.begun().release();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            link.over(GONE, false);
        }
    }
}
