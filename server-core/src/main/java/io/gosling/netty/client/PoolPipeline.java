package io.gosling.netty.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a pooled connection: TLS if it is used, codec, then the pool's watcher; the user's handlers come
 * behind.
 */
final class PoolPipeline extends ChannelInitializer<Channel> {
    private final PooledConnection watcher;
    private final ChannelHandler codec;
    private final @Nullable SslContext tls;
    private final InetSocketAddress address;
    private final Duration handshake;

    PoolPipeline(
            PooledConnection watcher,
            ChannelHandler codec,
            @Nullable SslContext tls,
            InetSocketAddress address,
            Duration handshake) {
        this.watcher = watcher;
        this.codec = codec;
        this.tls = tls;
        this.address = address;
        this.handshake = handshake;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (tls != null) {
            SslHandler stage = tls.newHandler(channel.alloc(), address.getHostString(), address.getPort());
            stage.setHandshakeTimeoutMillis(handshake.toMillis());
            channel.pipeline().addLast("tls", stage);
        }
        channel.pipeline().addLast(ConnectionPool.CODEC, codec);
        channel.pipeline().addLast(watcher);
        channel.attr(PooledConnection.KEY).set(watcher);
    }
}
