package io.gosling.netty.server;

import io.gosling.http.Headers;
import io.gosling.http.StatusException;
import io.gosling.netty.exchange.ExchangeChannel;
import io.gosling.netty.exchange.ExchangeSlots;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.exchange.ResponseWriter;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1 as the threads of its exchanges, one after the other, see it. */
final class Http1ExchangeChannel implements ExchangeChannel {
    final Channel channel;
    private final EventLoopTimer clock;
    private final AtomicBoolean draining;
    private final boolean secure;
    private final Callable<RequestBody> upgrade;
    final ExchangeSlots slots;
    final AtomicBoolean blocked = new AtomicBoolean();

    /** True while a response is under way whose body ends with the connection, and not all of it is with the socket. */
    volatile boolean bodyEndsWithConnection;

    /** True when this connection drains though the server may not: the front-end that it came from ends. */
    private volatile boolean leaves;

    /** @param upgrade run on the loop: gives the client's bytes as they come to the exchange */
    Http1ExchangeChannel(Channel channel, EventLoopTimer clock, ServerContext context, Callable<RequestBody> upgrade) {
        this.slots = context.slots();
        this.channel = channel;
        this.clock = clock;
        this.draining = context.draining();
        this.upgrade = upgrade;
        this.secure = ClientAddressAttribute.isEncrypted(channel);
    }

    @Override
    public ResponseWriter respond(Http1ResponseHeadEncoder head, boolean keepAlive) {
        return new Http1Writer(this, head.encode(clock.dateField(), keepAlive), head.framing());
    }

    @Override
    public void sendInterim(int status, Headers fields) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(Http1ResponseHeadEncoder.interim(status, fields)));
    }

    boolean isBlocked() {
        return blocked.get();
    }

    @Override
    public RequestBody upgrade() throws IOException {
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

    @Override
    public boolean isSecure() {
        return secure;
    }

    @Override
    public boolean clientLeft() {
        return !channel.isActive();
    }

    void drain() {
        leaves = true;
    }

    /** Returns true if the connection is to close as soon as it is idle, whatever its last answer promised. */
    boolean leaves() {
        return leaves;
    }

    @Override
    public boolean isDraining() {
        return leaves || draining.get();
    }

    @Override
    public @Nullable X509Certificate clientCertificate() {
        return ClientAddressAttribute.certificate(channel);
    }

    @Override
    public SocketAddress remoteAddress() {
        return ClientAddressAttribute.of(channel);
    }

    @Override
    public SocketAddress localAddress() {
        SocketAddress address = channel.localAddress();
        return address == null ? UNKNOWN : address;
    }
}
