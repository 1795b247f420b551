package io.gosling.netty.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.lang.System.Logger.Level;

/** Ends a connection otherwise than by closing it, with or without TLS. */
public final class SocketShutdown {
    private static final System.Logger LOG = System.getLogger(SocketShutdown.class.getName());

    private SocketShutdown() {}

    /**
     * Closes the output after all that was sent before. Further input is still read, so that the connection is not
     * reset before the other side has the last bytes, but with TLS it is not decrypted and is discarded. On the loop.
     */
    public static void endOutput(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            shutdownSocket(channel);
        } else {
            channel.pipeline().addFirst("drop", new Drop());
            // Later, because it may be TLS that is calling, in the midst of the records it has read.
            channel.eventLoop().execute(() -> tls.closeOutbound().addListener(sent -> shutdownSocket(channel)));
        }
    }

    private static final class Drop extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object bytes) {
            ReferenceCountUtil.release(bytes);
        }
    }

    /** Closes with an error that differs from an end: a reset, and no close_notify before it. On the loop. */
    public static void reset(Channel channel) {
        reset(channel, channel.newPromise());
    }

    /** The same, for a stage that is to close. */
    public static void reset(Channel channel, ChannelPromise closed) {
        // The number of a socket that was closed may be another's.
        try {
            if (channel.isOpen()) {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
            }
        } catch (ChannelException e) {
            LOG.log(Level.DEBUG, "a connection is closed without a reset", e);
        }
        channel.unsafe().close(closed);
    }

    private static void shutdownSocket(Channel channel) {
        if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            channel.close();
        }
    }
}
