package io.gosling.netty;

import io.gosling.http.StatusException;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection as an exchange's virtual thread may use it: writing with back-pressure, and a few questions. */
final class ExchangeChannel {
    private static final SocketAddress UNKNOWN = InetSocketAddress.createUnresolved("unknown", 0);

    private final Channel channel;
    private final LoopClock clock;
    private final AtomicBoolean draining;
    private final Callable<RequestBody> upgrade;

    /** @param upgrade run on the loop: gives the client's bytes as they come to the exchange */
    ExchangeChannel(Channel channel, LoopClock clock, AtomicBoolean draining, Callable<RequestBody> upgrade) {
        this.channel = channel;
        this.clock = clock;
        this.draining = draining;
        this.upgrade = upgrade;
    }

    /**
     * Ends HTTP on the connection, before the response that says so is sent.
     *
     * @return what the client sends from now on
     * @throws StatusException when it has sent more already
     * @throws IOException when it has left
     */
    RequestBody upgrade() throws IOException {
        try {
            return channel.eventLoop().submit(upgrade).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StatusException refused) {
                throw refused;
            }
            throw new IOException("no upgrade: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while upgrading");
        }
    }

    /** Queues a message; the future completes when it is with the socket. */
    ChannelFuture write(Object message) {
        return channel.writeAndFlush(message);
    }

    /** Waits until a write is done; a client that does not read is cut off by the connection's write time-out. */
    void await(@Nullable ChannelFuture written) throws IOException {
        if (written == null) {
            return;
        }
        try {
            written.await();
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while writing to " + remoteAddress());
        }
        if (!written.isSuccess()) {
            channel.close();
            throw new IOException("writing to " + remoteAddress() + " failed: " + written.cause(), written.cause());
        }
    }

    /** Ends the connection with an error that the client can tell from an end. */
    void reset() {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
        channel.close();
    }

    ByteBufAllocator allocator() {
        return channel.alloc();
    }

    byte[] dateField() {
        return clock.dateField();
    }

    boolean clientLeft() {
        return !channel.isActive();
    }

    boolean isDraining() {
        return draining.get();
    }

    SocketAddress remoteAddress() {
        SocketAddress address = channel.remoteAddress();
        return address == null ? UNKNOWN : address;
    }
}
