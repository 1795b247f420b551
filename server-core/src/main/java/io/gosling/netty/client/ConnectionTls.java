package io.gosling.netty.client;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS for connections that are made. Safe for use by many threads.
 *
 * @param contexts called for each connection; they stay their owner's
 * @param name of the other side's certificate; empty for the host of its address
 * @param protocol that the other side must choose by ALPN; null if it need not choose any
 * @param failed gets the address and the reason of each handshake that fails, on the connection's loop
 */
public record ConnectionTls(
        Supplier<SslContext> contexts,
        String name,
        @Nullable String protocol,
        BiConsumer<InetSocketAddress, SSLException> failed) {
    /** TLS to servers that need not choose a protocol, and failures that are the caller's alone. */
    public ConnectionTls(Supplier<SslContext> contexts, String name) {
        this(contexts, name, null, (address, failure) -> {});
    }

    /** The name that a certificate must be for, of the server at this address. */
    String verified(InetSocketAddress address) {
        return name.isEmpty() ? address.getHostString() : name;
    }

    /**
     * Puts TLS before the other stages of a connection that is not yet reported as active: what these write before the
     * handshake's end is sent after it. Called on the connection's loop.
     *
     * @param timeout for the handshake
     * @return completed when the handshake is over; failed, and the connection closed, when it has failed
     * @throws RuntimeException when the connection has closed, or there is no TLS for further ones, as after its end
     */
    public Future<Channel> encrypt(Channel channel, InetSocketAddress address, Duration timeout) {
        if (!channel.isActive()) {
            // Its stages have gone, and none that is added now would ever be told to release its engine.
            throw new IllegalStateException("the other side has closed the connection before TLS began");
        }
        SslHandler stage = contexts.get().newHandler(channel.alloc(), verified(address), address.getPort());
        stage.setHandshakeTimeoutMillis(timeout.toMillis());
        channel.pipeline().addFirst("tls", stage);
        Promise<Channel> secured = channel.eventLoop().newPromise();
        stage.handshakeFuture().addListener((Future<Channel> over) -> {
            Throwable failure = over.isSuccess() ? otherProtocol(stage) : over.cause();
            if (failure == null) {
                secured.trySuccess(channel);
                return;
            }
            if (failure instanceof SSLException reason) {
                failed.accept(address, reason);
            }
            secured.tryFailure(failure);
            channel.close();
        });
        return secured;
    }

    private @Nullable SSLException otherProtocol(SslHandler stage) {
        return protocol == null || protocol.equals(stage.applicationProtocol())
                ? null
                : new SSLException("it does not speak " + protocol + " on that port");
    }
}
