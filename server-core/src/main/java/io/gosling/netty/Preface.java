package io.gosling.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells by a connection's first bytes whether its client speaks HTTP/2 without having asked (prior knowledge, RFC 9113,
 * section 3.3), sets up the stages for what it speaks, and goes. Belongs to one connection and its loop.
 */
final class Preface extends ByteToMessageDecoder implements LoopClock.Timed {
    private static final byte[] WORDS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Channel channel;
    private final ServerContext context;
    private final LoopClock clock;
    private final Consumer<Channel> http1;
    private final Consumer<Channel> http2;
    private final long opened;
    private boolean timed;
    private int clockIndex;

    Preface(Channel channel, ServerContext context, Consumer<Channel> http1, Consumer<Channel> http2) {
        this.channel = channel;
        this.context = context;
        this.clock = context.of(channel.eventLoop()).clock();
        this.http1 = http1;
        this.http2 = http2;
        this.opened = context.ticker().nanos();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        timed = true;
        clock.add(this);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int seen = Math.min(in.readableBytes(), WORDS.length);
        for (int i = 0; i < seen; i++) {
            if (in.getByte(in.readerIndex() + i) != WORDS[i]) {
                inspectLine(ctx, in);
                return;
            }
        }
        if (seen == WORDS.length) {
            become(ctx, http2);
        }
    }

    /** Who speaks neither would not understand an answer. */
    private void inspectLine(ChannelHandlerContext ctx, ByteBuf in) {
        int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
        if (end < 0 && in.readableBytes() <= context.limits().requestLineBytes()) {
            return;
        }
        String line = end < 0 ? "" : in.toString(in.readerIndex(), end - in.readerIndex(), StandardCharsets.ISO_8859_1);
        if (end < 0 || line.isBlank() || line.contains(" HTTP/")) {
            become(ctx, http1);
        } else {
            in.skipBytes(in.readableBytes());
            channel.close();
        }
    }

    private void become(ChannelHandlerContext ctx, Consumer<Channel> speech) {
        stopTiming();
        speech.accept(channel);
        ctx.fireChannelActive();
        // What was read so far goes to the stages behind.
        ctx.pipeline().remove(this);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Listener.Drain.BEGUN || event instanceof ChannelInputShutdownEvent) {
            channel.close();
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        stopTiming();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        channel.close();
    }

    private void stopTiming() {
        if (timed) {
            timed = false;
            clock.remove(this);
        }
    }

    @Override
    public void tick(long now) {
        HttpLimits limits = context.limits();
        long patience = (actualReadableBytes() == 0 ? limits.idleTimeout() : limits.headerTimeout()).toNanos();
        if (now - opened > patience) {
            channel.close();
        }
    }

    @Override
    public void fail(Throwable cause) {
        channel.close();
    }

    @Override
    public int clockIndex() {
        return clockIndex;
    }

    @Override
    public void setClockIndex(int index) {
        clockIndex = index;
    }
}
