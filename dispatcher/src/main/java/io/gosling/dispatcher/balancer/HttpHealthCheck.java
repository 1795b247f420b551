package io.gosling.dispatcher.balancer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One health check over HTTP: a GET on a connection of its own, judged by the status line of the response; interim
 * responses before it (RFC 9110, section 15.2) are skipped. Belongs to its event loop; reports its result once, and
 * closes.
 */
final class HttpHealthCheck extends LineBasedFrameDecoder {
    /** Of the longest header of an interim response. */
    private static final int MOST_LINE = 64 << 10;

    private final byte[] first;
    private final String request;
    private final Consumer<Boolean> found;
    /** True within an interim response, which ends with an empty line; the check's timeout bounds their number. */
    private boolean passingOver;

    private boolean told;

    /** Creates one check; {@code first} precedes the request, {@code found} gets the result, 200 to 399 passing. */
    HttpHealthCheck(byte[] first, String path, String host, Consumer<Boolean> found) {
        super(MOST_LINE);
        this.first = first;
        this.request = "GET " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nUser-Agent: gosling-check\r\nAccept: */*\r\nConnection: close\r\n\r\n";
        this.found = found;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.write(Unpooled.wrappedBuffer(first));
        ctx.writeAndFlush(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII));
    }

    @Override
    protected @Nullable Object decode(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
        ByteBuf frame = (ByteBuf) super.decode(ctx, bytes);
        if (frame != null) {
            String line = frame.toString(StandardCharsets.ISO_8859_1);
            frame.release();
            if (passingOver) {
                passingOver = !line.isEmpty();
            } else if (isInterim(line)) {
                passingOver = true;
            } else {
                tell(isWell(line));
                ctx.close();
            }
        }
        return null;
    }

    /** True if another response follows: any 1xx except 101. */
    private static boolean isInterim(String line) {
        return line.matches("HTTP/1\\.[1-9] 1(?!01)[0-9]{2}.*");
    }

    static boolean isWell(String line) {
        return line.matches("HTTP/1\\.[0-9] [23][0-9]{2}.*");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        tell(false);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    private void tell(boolean well) {
        if (!told) {
            told = true;
            found.accept(well);
        }
    }
}
