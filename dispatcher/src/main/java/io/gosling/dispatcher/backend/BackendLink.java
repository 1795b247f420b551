package io.gosling.dispatcher.backend;

import io.gosling.dispatcher.relay.Relay;
import io.gosling.netty.client.ConnectionSource;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.transport.LocalExhaustion;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The one connection to a back-end, or stream on one, that a {@link Relay} has at a time: from the pool, and back to it or
 * thrown away. One that comes when it is no more waited for goes back at once. Belongs to the relay's event loop.
 *
 * <p>The first may be a kept one, which may close because its back-end has tired of it. If it does, or fails otherwise,
 * those that follow are new, so that what breaks them off is the back-end, or the request.
 */
public final class BackendLink {
    /** Who waits for the connection, and is told of what happens on it. */
    public interface User extends BackendStream.Listener {
        void connected(BackendStream stream);

        /** There is none: {@link BackendFailure#UNREACHABLE}, {@link BackendFailure#CROWDED} or {@link BackendFailure#SHORT}. */
        void unconnected(BackendFailure why);
    }

    private final ConnectionSource pool;
    private final EventLoop loop;
    private final User user;
    private @Nullable BackendStream stream;
    private int wanted;
    private @Nullable Future<Channel> awaited;
    private boolean tried;
    private boolean lasting;

    public BackendLink(ConnectionSource pool, EventLoop loop, User user) {
        this.pool = pool;
        this.loop = loop;
        this.user = user;
    }

    /** Gets a connection; the user is told, perhaps before this returns. */
    public void connect(InetSocketAddress address) {
        int number = ++wanted;
        Future<Channel> connection = tried ? pool.acquire(loop, address, Duration.ZERO) : pool.acquire(loop, address);
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
        BackendStream opened = BackendStream.open(channel, !tried && pool.isReused(channel), user);
        tried = true;
        stream = opened;
        user.connected(opened);
    }

    private static BackendFailure why(Throwable cause) {
        if (cause instanceof PoolExhaustedException) {
            return BackendFailure.CROWDED;
        }
        return LocalExhaustion.isCauseOf(cause) ? BackendFailure.SHORT : BackendFailure.UNREACHABLE;
    }

    /** The connection that is in use. */
    @Nullable
    public BackendStream stream() {
        return stream;
    }

    /** What comes has no foreseeable end: the connection is none of those that others wait for, and is not given back. */
    public void lasts() {
        if (stream != null) {
            lasting = true;
            pool.countOff(stream.channel());
        }
    }

    /** Sets the connection aside in the pool while only the client is waited for. */
    public void pause() {
        if (stream != null && !lasting) {
            pool.setAside(stream.channel());
        }
    }

    /** Counts the connection in the pool again. */
    public void resume() {
        if (stream != null && !lasting) {
            pool.takeBack(stream.channel());
        }
    }

    /**
     * Gives it back for the next request; whole exchanges only. One to which something is still to be sent is closed, and
     * one that is counted off; the pool closes one from which more came than the response.
     */
    public void giveBack() {
        if (lasting || (stream != null && !stream.isAllSent())) {
            discard();
            return;
        }
        BackendStream used = letGo();
        if (used != null) {
            pool.release(used.detach());
        }
    }

    /** Lets go of it for good: neither given back nor closed, it is the caller's. */
    @Nullable
    public Channel leave() {
        BackendStream used = letGo();
        return used == null ? null : used.leave();
    }

    /** Closes it, or waits for it no more. */
    public void discard() {
        BackendStream used = letGo();
        if (used != null) {
            pool.discard(used.detach());
        }
    }

    private @Nullable BackendStream letGo() {
        BackendStream used = stream;
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
