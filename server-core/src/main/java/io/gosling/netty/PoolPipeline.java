package io.gosling.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;

/** The stages of a pooled connection: codec, then the pool's watcher; the user's handlers come behind. */
final class PoolPipeline extends ChannelInitializer<Channel> {
    private static final int LINE = 8 << 10;
    private static final int HEADER = 64 << 10;
    private static final int PIECE = 64 << 10;

    private final PooledConnection watcher;

    PoolPipeline(PooledConnection watcher) {
        this.watcher = watcher;
    }

    @Override
    protected void initChannel(Channel channel) {
        HttpDecoderConfig config = new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE)
                .setMaxHeaderSize(HEADER)
                .setMaxChunkSize(PIECE);
        channel.pipeline().addLast(ConnectionPool.CODEC, new HttpClientCodec(config, false, false));
        channel.pipeline().addLast(watcher);
        channel.attr(PooledConnection.KEY).set(watcher);
    }
}
