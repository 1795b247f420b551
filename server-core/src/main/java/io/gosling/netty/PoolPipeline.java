package io.gosling.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The stages of a pooled connection: TLS where it is spoken, codec, then the pool's watcher; the user's handlers come behind. */
final class PoolPipeline extends ChannelInitializer<Channel> {
    private static final int LINE = 8 << 10;
    private static final int HEADER = 64 << 10;
    private static final int PIECE = 64 << 10;

    private final PooledConnection watcher;
    private final @Nullable SslContext tls;
    private final InetSocketAddress address;
    private final Duration handshake;

    /** @param handshake how long one of TLS may take */
    PoolPipeline(PooledConnection watcher, @Nullable SslContext tls, InetSocketAddress address, Duration handshake) {
        this.watcher = watcher;
        this.tls = tls;
        this.address = address;
        this.handshake = handshake;
    }

    @Override
    protected void initChannel(Channel channel) {
        HttpDecoderConfig config = new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE)
                .setMaxHeaderSize(HEADER)
                .setMaxChunkSize(PIECE);
        if (tls != null) {
            SslHandler stage = tls.newHandler(channel.alloc(), address.getHostString(), address.getPort());
            stage.setHandshakeTimeoutMillis(handshake.toMillis());
            channel.pipeline().addLast("tls", stage);
        }
        channel.pipeline().addLast(ConnectionPool.CODEC, new HttpClientCodec(config, false, false));
        channel.pipeline().addLast(watcher);
        channel.attr(PooledConnection.KEY).set(watcher);
    }
}
