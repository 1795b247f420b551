package io.gosling.netty.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;

/**
 * The TLS of one kind of connection within a cluster. Each connection is made with the certificates that are in use at
 * that moment. Safe for use by many threads.
 */
final class ClusterSslContext extends SslContext {
    private final ClusterTls tls;
    private final ClusterContexts.Kind kind;

    ClusterSslContext(ClusterTls tls, ClusterContexts.Kind kind) {
        this.tls = tls;
        this.kind = kind;
    }

    @Override
    public boolean isClient() {
        return kind.client();
    }

    @Override
    public List<String> cipherSuites() {
        return ClusterContexts.CIPHERS;
    }

    @Override
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return tls.use(kind, (contexts, context) -> context.applicationProtocolNegotiator());
    }

    @Override
    public SSLSessionContext sessionContext() {
        throw new UnsupportedOperationException("the sessions of a cluster end with their secret");
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator buffers) {
        return tls.use(kind, (contexts, context) -> context.newEngine(buffers));
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
        return tls.use(kind, (contexts, context) -> context.newEngine(buffers, host, port));
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, boolean startTls) {
        return tls.use(kind, (contexts, context) -> contexts.watched(context.newHandler(buffers)));
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator buffers, String host, int port, boolean startTls) {
        return tls.use(kind, (contexts, context) -> contexts.watched(context.newHandler(buffers, host, port)));
    }
}
