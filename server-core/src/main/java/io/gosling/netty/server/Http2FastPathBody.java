package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.netty.http2.Http2StreamResponder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2RemoteFlowController.FlowControlled;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * A hot document's body that is sent as far as the client's window has room. Belongs to one connection and its loop.
 */
final class Http2FastPathBody extends Http2StreamResponder implements FlowControlled {
    private final Http2FastPathResponder streams;
    private final Http2Stream stream;
    private final ByteBuf body;
    private final int length;
    private final @Nullable AccessRecord note;
    private final long began;
    private int sent;

    Http2FastPathBody(
            Http2FastPathResponder streams, Http2Stream stream, ByteBuf body, @Nullable AccessRecord note, long began) {
        super(began);
        this.streams = streams;
        this.stream = stream;
        this.body = body;
        this.length = body.readableBytes();
        this.note = note;
        this.began = began;
    }

    @Override
    public int size() {
        return length - sent;
    }

    @Override
    public void write(ChannelHandlerContext ctx, int allowed) {
        int part = Math.min(allowed, length - sent);
        if (part > 0) {
            boolean last = sent + part == length;
            streams.writeBody(stream, body, body.readerIndex() + sent, part, last);
            streams.streams().dataSent(part, last);
            sent += part;
        }
    }

    @Override
    public void writeComplete() {
        body.release();
        streams.ended(stream, note, 200, length, began);
    }

    @Override
    public void error(@Nullable ChannelHandlerContext ctx, Throwable cause) {
        body.release();
        streams.gaveUp(note, began);
    }

    @Override
    public boolean merge(ChannelHandlerContext ctx, FlowControlled next) {
        return false;
    }
}
