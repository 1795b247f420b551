package io.gosling.netty.client.http2;

import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.client.HostConnector;
import io.gosling.netty.client.HostResolver;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The shared connections of one event loop to one address, and the requests that wait for a stream. Used on that loop.
 */
final class LoopHttp2Pool {
    private final EventLoop loop;
    private final InetSocketAddress address;
    private final Http2ConnectionPool.Setup setup;
    private final PoolLimits limits;
    private final Consumer<LoopHttp2Pool> unused;
    private final HostConnector connector;
    private final List<Http2ClientConnection> open = new ArrayList<>();
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private int beginning;
    private boolean sweeping;
    private boolean closed;

    /** A request that waits for a stream, since a time by the loop's clock. */
    private record Waiter(Turn promise, long since) {}

    /** Waits for its turn only while some connection takes streams; otherwise one is being made for it. */
    private final class Turn extends DefaultPromise<Channel> {
        Turn(EventLoop loop) {
            super(loop);
        }

        @Override
        public boolean isCancellable() {
            return super.isCancellable() && taking() > 0;
        }
    }

    /** Creates a pool; {@code unused} is called when no connection is left and no request waits for one. */
    LoopHttp2Pool(
            EventLoop loop,
            InetSocketAddress address,
            Http2ConnectionPool.Setup setup,
            Consumer<LoopHttp2Pool> unused) {
        this.loop = loop;
        this.address = address;
        this.setup = setup;
        this.limits = setup.limits();
        this.unused = unused;
        this.connector =
                new HostConnector(loop, address, setup.bootstrap(), limits.connectTimeout(), HostResolver.ofSystem());
    }

    Future<Channel> acquire() {
        if (connector.addressesChanged()) {
            List.copyOf(open).stream()
                    .filter(connection -> connector.isOutdated(connection.channel()))
                    .forEach(Http2ClientConnection::retire);
        }
        Channel stream = begin();
        if (stream != null) {
            return loop.newSucceededFuture(stream);
        }
        Turn promise = new Turn(loop);
        if (closed) {
            promise.setFailure(refused("the pool is closed", null));
            return promise;
        }
        // Those that are being made will have room for many, so no request that comes with the first makes one more.
        int room = beginning * setup.streams();
        long now = now();
        boolean further = waiting.size() >= room && mayConnect();
        if (further) {
            room += setup.streams();
        }
        if (waiting.size() < room + limits.waiting()) {
            await(new Waiter(promise, now));
        } else {
            promise.setFailure(full("all " + open.size() + " connections have as many streams as they may have and "
                    + waiting.size() + " requests wait for one"));
        }
        if (further) {
            connect(now); // after whoever waits for it is there to be told
        }
        return promise;
    }

    /** Opens a stream on the first connection with room; on one that takes no bodies now only if there is no other. */
    private @Nullable Channel begin() {
        Channel stream = begin(false);
        return stream == null && !mayConnect() ? begin(true) : stream;
    }

    private @Nullable Channel begin(boolean choked) {
        for (int at = 0; at < open.size(); at++) {
            Http2ClientConnection connection = open.get(at);
            boolean suits = connection.hasRoom() && (choked || !connection.isChoked());
            Channel stream = suits ? connection.begin() : null;
            if (stream != null) {
                return stream;
            }
        }
        return null;
    }

    /** Returns whether another connection may be made; those that take no more streams are not counted. */
    private boolean mayConnect() {
        return !closed && taking() + beginning < limits.connections();
    }

    private int taking() {
        int taking = 0;
        for (int at = 0; at < open.size(); at++) {
            taking += open.get(at).takesMore() ? 1 : 0;
        }
        return taking;
    }

    private void connect(long now) {
        beginning++;
        connector.connect().addListener((Future<Channel> made) -> {
            if (made.isSuccess()) {
                enter(made.getNow(), now);
            } else {
                unconnected(now, made.cause());
            }
        });
    }

    private void enter(Channel channel, long now) {
        ConnectionTls tls = setup.tls();
        try {
            if (tls != null) {
                tls.encrypt(channel, address, limits.handshakeTimeout());
            }
        } catch (RuntimeException e) {
            channel.close();
            unconnected(now, e);
            return;
        }
        new Http2ClientConnection(this, setup, channel, now).enter();
    }

    private void unconnected(long begun, @Nullable Throwable why) {
        beginning--;
        serve(true);
        failUnlessMore(begun, refused(why == null ? "no reason is known" : String.valueOf(why.getMessage()), why));
        leaveIfUnused();
    }

    void opened(Http2ClientConnection connection) {
        beginning--;
        open.add(connection);
        if (closed) {
            connection.retire();
            return;
        }
        if (connection.hasRoom()) {
            serve(false); // or whoever allows no stream at all would be connected to again and again
        }
        sweepLater();
    }

    /** A stream has ended, or more may be opened, or the connection takes no more, so that another has room. */
    void roomier(Http2ClientConnection connection) {
        serve(false);
        if (connection.isIdle()) {
            sweepLater();
        }
    }

    /**
     * The connection is closed.
     *
     * @param why the reason, null if it is not known; an {@link Http2Exception} where the received bytes are not HTTP/2
     */
    void closed(Http2ClientConnection connection, @Nullable Throwable why) {
        if (open.remove(connection)) {
            connectForThoseWhoWait();
        } else {
            beginning--;
            String reason = reason(why);
            // Failures of TLS have a log of their own.
            if (!closed && setup.tls() == null) {
                String at = HostResolver.text(address);
                setup.log().refused(at, "http2", "sends no requests to the back-end at " + at + ": " + reason);
            }
            failUnlessMore(connection.begun(), refused(reason, why));
        }
        leaveIfUnused();
    }

    private static String reason(@Nullable Throwable why) {
        if (why == null) {
            // Perhaps a proxy before a back-end that is gone: that it speaks another protocol is not known.
            return "it closed the connection without a word";
        }
        Http2Exception said = Http2CodecUtil.getEmbeddedHttp2Exception(why);
        return said == null
                ? String.valueOf(why.getMessage())
                : "it does not speak HTTP/2 without having been asked (set http2.prior-knowledge: on of a node, or"
                        + " relay.protocol: http1): " + said.getMessage();
    }

    /** Fails the requests that have waited since a connection's beginning, unless there are other connections. */
    private void failUnlessMore(long begun, Exception why) {
        if (beginning > 0 || taking() > 0) {
            return;
        }
        while (!waiting.isEmpty() && waiting.element().since() - begun <= 0) {
            waiting.remove().promise().tryFailure(why);
        }
        connectForThoseWhoWait();
    }

    private void connectForThoseWhoWait() {
        if (!waiting.isEmpty() && beginning == 0 && mayConnect()) {
            connect(now());
        }
    }

    private void await(Waiter waiter) {
        waiting.add(waiter);
        waiter.promise().addListener(done -> {
            if (done.isCancelled()) {
                waiting.remove(waiter);
            }
        });
        if (taking() > 0) {
            bound(waiter, limits.connectTimeout(), () -> timeForNew(waiter));
        } else {
            // A connection is being made, and its own two times end the wait.
            bound(waiter, limits.connectTimeout().plus(setup.timeout()), () -> over(waiter));
        }
    }

    private void bound(Waiter waiter, Duration time, Runnable then) {
        var expiry = loop.schedule(then, time.toNanos(), TimeUnit.NANOSECONDS);
        waiter.promise().addListener(done -> expiry.cancel(false));
    }

    /** Extends the wait to the SETTINGS of a new connection that replaces the awaited one. */
    private void timeForNew(Waiter waiter) {
        if (taking() == 0 && beginning > 0) {
            bound(waiter, setup.timeout(), () -> over(waiter));
        } else {
            over(waiter);
        }
    }

    /** Ends the wait with any stream that can be opened, also on a connection that takes no bodies now. */
    private void over(Waiter waiter) {
        if (!waiting.remove(waiter)) {
            return;
        }
        Promise<Channel> promise = waiter.promise();
        Channel stream = begin(true);
        if (stream == null) {
            String late = "no stream became free within " + (now() - waiter.since()) / 1_000_000 + " ms";
            promise.tryFailure(taking() == 0 ? refused(late, null) : full(late));
        } else if (!promise.trySuccess(stream)) {
            stream.close();
        }
    }

    /** @param choked true if nothing better is left than a connection that takes no bodies now */
    private void serve(boolean choked) {
        while (!waiting.isEmpty()) {
            if (waiting.element().promise().isDone()) {
                waiting.remove();
                continue;
            }
            Channel stream = choked ? begin(true) : begin();
            if (stream == null) {
                if (!choked) {
                    connectForThoseWhoWait();
                }
                return;
            }
            if (!waiting.remove().promise().trySuccess(stream)) {
                stream.close();
            }
        }
    }

    void close() {
        closed = true;
        for (Waiter next = waiting.poll(); next != null; next = waiting.poll()) {
            next.promise().tryFailure(refused("the pool is closed", null));
        }
        List.copyOf(open).forEach(Http2ClientConnection::retire);
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            loop.schedule(this::sweep, limits.idle().toNanos() / 2, TimeUnit.NANOSECONDS);
        }
    }

    private void sweep() {
        sweeping = false;
        long now = now();
        boolean idle = false;
        for (Http2ClientConnection connection : List.copyOf(open)) {
            if (connection.isIdle()
                    && now - connection.idleSince() >= limits.idle().toNanos()) {
                connection.retire();
            } else {
                idle |= connection.isIdle();
            }
        }
        if (idle) {
            sweepLater();
        }
    }

    private void leaveIfUnused() {
        if (open.isEmpty() && beginning == 0 && waiting.isEmpty()) {
            unused.accept(this);
        }
    }

    private long now() {
        return loop.ticker().nanoTime();
    }

    private PoolExhaustedException full(String reason) {
        return new PoolExhaustedException("cannot open a stream to " + HostResolver.text(address) + ": " + reason);
    }

    private ConnectException refused(String reason, @Nullable Throwable cause) {
        return HostResolver.cannotConnect(address, reason, cause);
    }
}
