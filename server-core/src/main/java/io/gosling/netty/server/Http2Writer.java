package io.gosling.netty.server;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.netty.exchange.ResponseWriter;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes a response of the worker path in frames of HTTP/2: called by the exchange's thread, written by the loop. */
record Http2Writer(Http2Exchange exchange, Http2Headers responseHeaders) implements ResponseWriter {

    @Override
    public ChannelFuture whole(@Nullable ByteBuf content) {
        if (content == null || !content.isReadable()) {
            return write(content, promise -> {
                if (content != null) {
                    content.release();
                }
                writeHead(responseHeaders, true, promise);
            });
        }
        return write(content, promise -> {
            writeHead(responseHeaders, false, exchange.streams.newPromise());
            writeData(content, true, promise);
        });
    }

    @Override
    public ChannelFuture head() {
        return write(null, promise -> writeHead(responseHeaders, false, promise));
    }

    @Override
    public ChannelFuture piece(ByteBuf part) {
        return write(part, promise -> writeData(part, false, promise));
    }

    /** Frames surround each piece, so that files cannot be sent directly. */
    @Override
    public @Nullable ChannelFuture file(Body.InFile file) {
        return null;
    }

    @Override
    public ChannelFuture end(Headers trailers) {
        Http2Headers behind = Http2ResponseHeadEncoder.trailers(trailers);
        return behind.isEmpty()
                ? write(null, promise -> writeData(Unpooled.EMPTY_BUFFER, true, promise))
                : write(null, promise -> writeHead(behind, true, promise));
    }

    @Override
    public void abort() {}

    @Override
    public ByteBuf buffer(int bytes) {
        return exchange.streams.channel().alloc().directBuffer(bytes);
    }

    @Override
    public void await(@Nullable ChannelFuture written, long held) throws IOException {
        if (written != null) {
            exchange.slots.await(written, held, exchange.remoteAddress());
        }
    }

    /** Writes on the loop; does nothing after the loop's or the stream's end. */
    private ChannelFuture write(@Nullable ByteBuf content, Consumer<ChannelPromise> writing) {
        ChannelPromise promise = exchange.streams.newPromise();
        try {
            exchange.streams.channel().eventLoop().execute(() -> {
                if (exchange.hasLeft()) {
                    giveUp(content, promise);
                } else {
                    exchange.progressed(exchange.streams.now());
                    writing.accept(promise);
                    exchange.streams.flush();
                }
            });
        } catch (RejectedExecutionException e) {
            giveUp(content, promise);
        }
        return promise;
    }

    private static void giveUp(@Nullable ByteBuf content, ChannelPromise promise) {
        if (content != null) {
            content.release();
        }
        promise.tryFailure(new IOException("the stream has ended"));
    }

    private void writeHead(Http2Headers fields, boolean last, ChannelPromise promise) {
        noteEnd(last);
        exchange.streams.writeHead(exchange.stream, fields, last, promise);
    }

    private void writeData(ByteBuf content, boolean last, ChannelPromise promise) {
        noteEnd(last);
        exchange.streams.writeData(exchange.stream, content, last, promise);
    }

    private void noteEnd(boolean last) {
        if (last) {
            exchange.answered();
        }
    }
}
