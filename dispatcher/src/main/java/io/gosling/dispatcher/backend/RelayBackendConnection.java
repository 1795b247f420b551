package io.gosling.dispatcher.backend;

import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.RequestChannelPool;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one connection to a back-end, or stream on one, that a {@code RequestRelay} has at a time. It is taken from the
 * pool, and is returned there or discarded. A connection that arrives when the relay no longer waits for it is returned
 * at once. Belongs to the relay's event loop.
 *
 * <p>The first connection may be a reused one, which its back-end may close for its idle time; for a request that
 * cannot be repeated, only one that was in use within {@link RequestChannelPool#RECENT}. If it closes, or fails
 * otherwise, the following connections are new, so that a further failure is due to the back-end or to the request.
 */
public final class RelayBackendConnection {
    /** Receives the connection and the events on it. */
    public interface User extends BackendChannel.Listener {
        void connected(BackendChannel stream);

        /** Reports that no connection is available, as {@code UNREACHABLE}, {@code CROWDED} or {@code SHORT}. */
        void unconnected(BackendFailureReason why);
    }

    private final RequestChannelPool pool;
    private final EventLoop loop;
    private final User user;
    private final boolean repeatable;
    private @Nullable BackendChannel stream;
    private int wanted;
    private @Nullable Future<Channel> awaited;
    private boolean tried;
    private boolean lasting;

    public RelayBackendConnection(RequestChannelPool pool, EventLoop loop, User user, boolean repeatable) {
        this.pool = pool;
        this.loop = loop;
        this.user = user;
        this.repeatable = repeatable;
    }

    /** Requests a connection; the user is notified, perhaps before this returns. */
    public void connect(InetSocketAddress address) {
        int number = ++wanted;
        if (repeatable || tried) {
            take(number, address);
        } else {
            // Behind what the loop has received, so that the end of a connection is seen before it is used.
            loop.execute(() -> take(number, address));
        }
    }

    private void take(int number, InetSocketAddress address) {
        if (number != wanted) {
            return;
        }
        Future<Channel> connection = repeatable && !tried
                ? pool.acquire(loop, address)
                : pool.acquire(loop, address, tried ? Duration.ZERO : RequestChannelPool.RECENT);
        if (connection.isDone()) {
            connected(number, connection);
        } else {
            awaited = connection;
            connection.addListener((Future<Channel> done) -> connected(number, done));
        }
    }

    private void connected(int number, Future<Channel> connection) {
        boolean current = number == wanted;
        if (current) {
            awaited = null;
        }
        if (!connection.isSuccess()) {
            if (current) {
                user.unconnected(why(connection.cause()));
            }
            return;
        }
        Channel channel = connection.getNow();
        if (!current) {
            pool.release(channel);
            return;
        }
        BackendChannel opened = BackendChannel.open(channel, !tried && pool.isReused(channel), user);
        tried = true;
        stream = opened;
        user.connected(opened);
    }

    private static BackendFailureReason why(Throwable cause) {
        if (cause instanceof PoolExhaustedException) {
            return BackendFailureReason.CROWDED;
        }
        return LocalExhaustionCheck.isCauseOf(cause) ? BackendFailureReason.SHORT : BackendFailureReason.UNREACHABLE;
    }

    @Nullable
    public BackendChannel stream() {
        return stream;
    }

    /** The failure of a connection that has closed. */
    public BackendFailureReason failure() {
        return stream == null ? BackendFailureReason.BROKEN : stream.failure();
    }

    /**
     * Marks the exchange as one without a foreseeable end: the connection no longer counts in the pool, and is not
     * returned to it.
     */
    public void becomeLasting() {
        if (stream != null) {
            lasting = true;
            pool.countOff(stream.channel);
        }
    }

    /** Sets the connection aside in the pool while only the client is waited for. */
    public void pause() {
        if (stream != null && !lasting) {
            pool.setAside(stream.channel);
        }
    }

    public void resume() {
        if (stream != null && !lasting) {
            pool.takeBack(stream.channel);
        }
    }

    /**
     * Returns the connection to the pool for the next request; only after a whole exchange. A connection to which
     * something is still to be sent is closed, and so is one that no longer counts in the pool; the pool closes one
     * from which more came than the response.
     */
    public void giveBack() {
        if (lasting || (stream != null && !stream.isAllSent())) {
            discard();
            return;
        }
        BackendChannel used = letGo();
        if (used != null) {
            pool.release(used.detach());
        }
    }

    /** Releases the connection to the caller: it is neither returned to the pool nor closed. */
    @Nullable
    public Channel leave() {
        BackendChannel used = letGo();
        return used == null ? null : used.leave();
    }

    public void discard() {
        BackendChannel used = letGo();
        if (used != null) {
            pool.discard(used.detach());
        }
    }

    /** Gives up the wait for a connection; {@code failed} is called if one is being made and never is. */
    public void goElsewhere(Consumer<BackendFailureReason> failed) {
        Future<Channel> pending = awaited;
        awaited = null;
        wanted++;
        if (pending == null) {
            return;
        }
        if (pending.isCancellable()) {
            pending.cancel(false); // its turn in the pool is another's
        } else {
            pending.addListener((Future<Channel> done) -> {
                if (!done.isSuccess()) {
                    failed.accept(why(done.cause()));
                }
            });
        }
    }

    private @Nullable BackendChannel letGo() {
        BackendChannel used = stream;
        stream = null;
        wanted++;
        Future<Channel> pending = awaited;
        awaited = null;
        if (pending != null) {
            pending.cancel(false); // its turn in the pool is another's
        }
        return used;
    }
}
