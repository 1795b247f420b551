package io.gosling.dispatcher.balancer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * One health check over HTTP: a GET on a connection of its own, judged by the status line of the response; interim
 * responses before it (RFC 9110, section 15.2) are skipped. Belongs to its event loop; reports its result once, and
 * closes.
 */
final class HttpHealthCheck extends SimpleChannelInboundHandler<ByteBuf> {
    /** {@code HTTP/1.1 200}. */
    private static final int LENGTH = 12;

    private final byte[] first;
    private final String request;
    private final Consumer<Boolean> found;
    private final byte[] line = new byte[LENGTH];
    private int read;
    private int lineEnds;
    private boolean passingOver;
    private boolean told;

    /** Creates one check; {@code first} precedes the request, {@code found} gets the result, 200 to 399 passing. */
    HttpHealthCheck(byte[] first, String path, String host, Consumer<Boolean> found) {
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
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
        while (bytes.isReadable() && !told) {
            byte next = bytes.readByte();
            if (passingOver) {
                passOver(next);
            } else {
                line[read++] = next;
                if (read == LENGTH) {
                    judge(ctx, new String(line, StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    private void judge(ChannelHandlerContext ctx, String begin) {
        if (isInterim(begin)) {
            passingOver = true;
            lineEnds = 0;
        } else {
            tell(isWell(begin));
            ctx.close();
        }
    }

    /** An interim response ends with its empty line; the check's timeout bounds the number of others. */
    private void passOver(byte next) {
        if (next == '\n') {
            lineEnds++;
        } else if (next != '\r') {
            lineEnds = 0;
        }
        if (lineEnds == 2) {
            passingOver = false;
            read = 0;
        }
    }

    /** True if another response follows: any 1xx except 101. */
    private static boolean isInterim(String line) {
        return line.matches("HTTP/1\\.[1-9] 1(?!01)[0-9]{2}");
    }

    static boolean isWell(String line) {
        return line.matches("HTTP/1\\.[0-9] [23][0-9]{2}");
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
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
