package io.gosling.netty.listen;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Detects HTTP/2 with prior knowledge by a connection's first bytes (RFC 9113, section 3.3). Belongs to its loop. */
final class Http2PrefaceDetector extends FirstBytesDetector {
    private static final byte[] WORDS = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final LimitCounters counts;
    private final AcceptedChannelInitializer.Speech speech;
    private boolean isHttp1;

    Http2PrefaceDetector(
            Channel channel,
            Supplier<HttpLimits> limits,
            LimitCounters counts,
            AcceptedChannelInitializer.Speech speech) {
        super(channel, limits);
        this.counts = counts;
        this.speech = speech;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        int seen = Math.min(in.readableBytes(), WORDS.length);
        for (int i = 0; i < seen; i++) {
            if (in.getByte(in.readerIndex() + i) != WORDS[i]) {
                isHttp1 = true;
                inspectLine(ctx, in);
                return;
            }
        }
        if (seen == WORDS.length) {
            become(ctx, speech::http2);
        }
    }

    /** Closes a client that speaks neither protocol, without a response. */
    private void inspectLine(ChannelHandlerContext ctx, ByteBuf in) {
        int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
        if (end < 0 && in.readableBytes() <= limits().get(HttpLimits.REQUEST_LINE)) {
            return;
        }
        String line = end < 0 ? "" : in.toString(in.readerIndex(), end - in.readerIndex(), StandardCharsets.ISO_8859_1);
        if (end < 0 || line.isBlank() || line.contains(" HTTP/")) {
            become(ctx, speech::http1);
        } else {
            in.skipBytes(in.readableBytes());
            ctx.close();
        }
    }

    @Override
    Duration timeout(boolean begun) {
        return limits().get(begun ? HttpLimits.HEADER_TIME : HttpLimits.IDLE_TIME);
    }

    @Override
    void late(ChannelHandlerContext ctx) {
        if (isHttp1) {
            become(ctx, speech::http1);
            channel.pipeline().fireUserEventTriggered(AcceptedChannelInitializer.HeaderTimeout.PASSED);
        } else {
            counts.hit(actualReadableBytes() > 0 ? LimitKind.HEADER_TIME : LimitKind.IDLE_TIME);
        }
    }
}
