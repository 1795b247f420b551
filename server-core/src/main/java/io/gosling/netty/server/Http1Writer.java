package io.gosling.netty.server;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.exchange.ResponseWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes a response of HTTP/1: lines, then a body that ends by its length, by its last chunk, or with the connection.
 */
record Http1Writer(Http1ExchangeChannel exchange, byte[] lines, Http1ResponseHeadEncoder.Framing framing)
        implements ResponseWriter {
    /** Bodies up to this many bytes are copied behind their head: cheaper than a second write from another thread. */
    private static final int COPIED = 16 << 10;

    private static final byte[] CRLF = {'\r', '\n'};

    private Channel channel() {
        return exchange.channel;
    }

    @Override
    public ChannelFuture whole(@Nullable ByteBuf body) {
        ByteBuf head = Unpooled.wrappedBuffer(lines);
        if (body == null) {
            return channel().writeAndFlush(head);
        }
        if (body.readableBytes() <= COPIED) {
            return channel().writeAndFlush(Unpooled.wrappedBuffer(head, body));
        }
        channel().write(head, channel().voidPromise());
        return channel().writeAndFlush(body);
    }

    @Override
    public ChannelFuture head() {
        exchange.bodyEndsWithConnection = framing == Http1ResponseHeadEncoder.Framing.CLOSE;
        return channel().writeAndFlush(Unpooled.wrappedBuffer(lines));
    }

    @Override
    public ChannelFuture piece(ByteBuf part) {
        return channel().writeAndFlush(framing == Http1ResponseHeadEncoder.Framing.CHUNKED ? chunk(part) : part);
    }

    private static ByteBuf chunk(ByteBuf part) {
        byte[] size = (Integer.toHexString(part.readableBytes()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        return Unpooled.wrappedBuffer(Unpooled.wrappedBuffer(size), part, Unpooled.wrappedBuffer(CRLF));
    }

    /** Lets a file go from the disk to the socket without passing here, unless TLS, of any owner, must encrypt it. */
    @Override
    public @Nullable ChannelFuture file(Body.InFile file) {
        if (channel().pipeline().get(SslHandler.class) != null) {
            return null;
        }
        if (file.length() == 0) {
            return head();
        }
        channel().write(Unpooled.wrappedBuffer(lines), channel().voidPromise());
        return channel().writeAndFlush(new DefaultFileRegion(file.channel(), file.position(), file.length()));
    }

    @Override
    public @Nullable ChannelFuture end(Headers trailers) {
        return switch (framing) {
            case CHUNKED ->
                channel().writeAndFlush(Unpooled.wrappedBuffer(Http1ResponseHeadEncoder.lastChunk(trailers)));
            case CLOSE ->
                channel()
                        .writeAndFlush(Unpooled.EMPTY_BUFFER)
                        .addListener(written -> exchange.bodyEndsWithConnection = !written.isSuccess());
            case LENGTH, NONE -> null;
        };
    }

    @Override
    public void abort() {
        if (framing == Http1ResponseHeadEncoder.Framing.CLOSE) {
            // Http1GeneralConnection turns this into a reset: an end would make the body look whole.
            channel().close();
        }
    }

    @Override
    public ByteBuf buffer(int bytes) {
        return channel().alloc().directBuffer(bytes);
    }

    /** Waits for a write; the connection's write timeout ends the wait. */
    @Override
    public void await(@Nullable ChannelFuture written, long held) throws IOException {
        if (written == null) {
            return;
        }
        exchange.blocked.set(true);
        try {
            exchange.slots.await(written, held, channel().remoteAddress());
        } catch (IOException e) {
            channel().close();
            throw e;
        } finally {
            exchange.blocked.set(false);
        }
    }
}
