package io.gosling.netty.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The connections of one event loop to one address, and the requests that wait for them. Used on that loop only. */
final class LoopConnectionPool {
    private final EventLoop loop;
    private final InetSocketAddress address;
    private final ConnectionPool.Setup setup;
    private final PoolLimits limits;
    private final Runnable unused;
    private final HostConnector connector;
    private final Deque<Channel> idle = new ArrayDeque<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int open;
    private int aside;
    private boolean sweeping;
    private boolean closed;

    /** The way a connection is counted: open and within the limit, in use beside it, or not at all. */
    enum Count {
        OPEN,
        ASIDE,
        OFF
    }

    private record Waiting(Promise<Channel> promise, long mostRest) {}

    /** Creates a pool; {@code unused} is called when no connection is left and no request waits for one. */
    LoopConnectionPool(EventLoop loop, InetSocketAddress address, ConnectionPool.Setup setup, Runnable unused) {
        this.loop = loop;
        this.address = address;
        this.setup = setup;
        this.limits = setup.limits();
        this.unused = unused;
        this.connector = new HostConnector(loop, address, setup.bootstrap(), limits.connectTimeout(), setup.hosts());
    }

    /** @param mostRest longest idle time of the connection, in nanoseconds */
    Future<Channel> acquire(long mostRest) {
        if (connector.addressesChanged()) {
            idle.stream().filter(connector::isOutdated).toList().forEach(Channel::close);
        }
        Channel rested = takeIdle(mostRest);
        if (rested != null) {
            return loop.newSucceededFuture(rested);
        }
        if (open >= limits.connections()) {
            // All that are left have been idle for too long; the one that is closed is counted off when it has closed,
            // and the next waiting request is served then.
            closeOldest();
        }
        Promise<Channel> promise = loop.newPromise();
        if (closed) {
            promise.setFailure(refused("the pool is closed", null));
        } else if (open < limits.connections()) {
            connect(promise);
        } else if (waiting.size() < limits.waiting()) {
            await(new Waiting(promise, mostRest));
        } else {
            promise.setFailure(
                    full("all " + open + " connections are in use and " + waiting.size() + " requests wait for one"));
        }
        return promise;
    }

    void release(Channel channel) {
        takeBack(watcher(channel));
        if (closed || !channel.isActive() || open > limits.connections() || connector.isOutdated(channel)) {
            channel.close();
            return;
        }
        if (!channel.config().isAutoRead()) {
            channel.read(); // or nobody would notice that it closes, or speaks unasked
        }
        watcher(channel).rest(loop.ticker().nanoTime());
        // Bytes that follow the response's end close the connection: they would be taken for the next answer.
        if (!watcher(channel).willTellWhenRead()) {
            loop.execute(() -> offer(channel));
        }
    }

    /** Offers a returned connection that has been read to the end of what had arrived. */
    void offer(Channel channel) {
        if (closed || !PooledConnectionWatcher.isClean(channel)) {
            channel.close();
            return;
        }
        idle.addLast(channel);
        serve();
        sweepLater();
    }

    void closed(Channel channel, PooledConnectionWatcher watcher) {
        idle.remove(channel);
        count(watcher, Count.OFF);
    }

    void setAside(PooledConnectionWatcher watcher) {
        if (watcher.count == Count.OPEN && aside < limits.aside()) {
            count(watcher, Count.ASIDE);
        }
    }

    void takeBack(PooledConnectionWatcher watcher) {
        if (watcher.count == Count.ASIDE) {
            count(watcher, Count.OPEN);
        }
    }

    void count(PooledConnectionWatcher watcher, Count as) {
        Count was = watcher.count;
        if (was != as) {
            watcher.count = as;
            open += (as == Count.OPEN ? 1 : 0) - (was == Count.OPEN ? 1 : 0);
            aside += (as == Count.ASIDE ? 1 : 0) - (was == Count.ASIDE ? 1 : 0);
            serve();
        }
    }

    void close() {
        closed = true;
        Deque<Channel> leaving = new ArrayDeque<>(idle);
        idle.clear();
        leaving.forEach(Channel::close);
        for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
            next.promise().tryFailure(refused("the pool is closed", null));
        }
    }

    /** Returns the most recently used idle connection, so that others grow old; null when it was idle for longer. */
    private @Nullable Channel takeIdle(long mostRest) {
        long now = loop.ticker().nanoTime();
        for (Channel channel = idle.pollLast(); channel != null; channel = idle.pollLast()) {
            if (PooledConnectionWatcher.isClean(channel)) {
                if (now - watcher(channel).idleSince() > mostRest) {
                    idle.addLast(channel);
                    return null;
                }
                watcher(channel).use();
                return channel;
            }
            channel.close();
        }
        return null;
    }

    private void closeOldest() {
        Channel oldest = idle.pollFirst();
        if (oldest != null) {
            oldest.close();
        }
    }

    private void connect(Promise<Channel> promise) {
        open++;
        promise.setUncancellable();
        connector.connect().addListener((Future<Channel> made) -> connected(made, promise));
    }

    private void addStages(Channel channel) {
        PooledConnectionWatcher watcher = new PooledConnectionWatcher(this);
        channel.pipeline().addLast(ConnectionPool.CODEC, setup.codecs().get());
        channel.pipeline().addLast(watcher);
        channel.attr(PooledConnectionWatcher.KEY).set(watcher);
    }

    private void connected(Future<Channel> made, Promise<Channel> promise) {
        if (!made.isSuccess()) {
            open--;
            promise.tryFailure(refused(String.valueOf(made.cause().getMessage()), made.cause()));
            serve();
            return;
        }
        Channel channel = made.getNow();
        ConnectionTls tls = setup.tls();
        Future<Channel> secured;
        try {
            secured = tls == null ? null : tls.encrypt(channel, address, limits.handshakeTimeout());
        } catch (RuntimeException e) {
            open--;
            channel.close();
            promise.tryFailure(refused(String.valueOf(e.getMessage()), e));
            serve();
            return;
        }
        addStages(channel);
        if (setup.first().length > 0) {
            channel.pipeline().context(ConnectionPool.CODEC).write(Unpooled.wrappedBuffer(setup.first()));
        }
        if (secured != null) {
            secured.addListener(shaken -> secured(channel, shaken.cause(), promise));
        } else if (!promise.trySuccess(channel)) {
            release(channel);
        }
    }

    /** Handles the handshake's end. A connection that failed closes, and is counted then. */
    private void secured(Channel channel, @Nullable Throwable failure, Promise<Channel> promise) {
        if (failure != null) {
            promise.tryFailure(refused(String.valueOf(failure.getMessage()), failure));
            channel.close();
        } else if (!promise.trySuccess(channel)) {
            release(channel);
        }
    }

    private void await(Waiting last) {
        Promise<Channel> promise = last.promise();
        waiting.add(last);
        long waitMillis = limits.connectTimeout().toMillis();
        var timeout = loop.schedule(
                () -> {
                    if (waiting.remove(last)) {
                        promise.tryFailure(full("no connection became free within " + waitMillis + " ms"));
                    }
                },
                waitMillis,
                TimeUnit.MILLISECONDS);
        promise.addListener(done -> {
            timeout.cancel(false);
            if (done.isCancelled()) {
                waiting.remove(last);
            }
        });
    }

    private void serve() {
        if (open == 0 && aside == 0 && waiting.isEmpty()) {
            unused.run();
            return;
        }
        while (!waiting.isEmpty()) {
            if (waiting.element().promise().isDone()) {
                waiting.remove();
                continue;
            }
            Channel rested = takeIdle(waiting.element().mostRest());
            if (rested == null && open >= limits.connections()) {
                closeOldest();
                return;
            }
            Promise<Channel> promise = waiting.remove().promise();
            if (rested == null) {
                connect(promise);
            } else if (!promise.trySuccess(rested)) {
                release(rested);
            }
        }
    }

    private void sweepLater() {
        if (!sweeping) {
            sweeping = true;
            loop.schedule(this::sweep, limits.idle().toNanos() / 2, TimeUnit.NANOSECONDS);
        }
    }

    private void sweep() {
        long now = loop.ticker().nanoTime();
        for (Channel oldest = idle.peek(); oldest != null; oldest = idle.peek()) {
            if (now - watcher(oldest).idleSince() < limits.idle().toNanos()) {
                break;
            }
            idle.remove();
            oldest.close();
        }
        sweeping = false;
        if (!idle.isEmpty()) {
            sweepLater();
        }
    }

    private PoolExhaustedException full(String reason) {
        return new PoolExhaustedException("cannot connect to " + HostResolver.text(address) + ": " + reason);
    }

    private ConnectException refused(String reason, @Nullable Throwable cause) {
        return HostResolver.cannotConnect(address, reason, cause);
    }

    static PooledConnectionWatcher watcher(Channel channel) {
        return channel.attr(PooledConnectionWatcher.KEY).get();
    }
}
