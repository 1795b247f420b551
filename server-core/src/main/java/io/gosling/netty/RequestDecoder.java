package io.gosling.netty;

import io.gosling.document.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request decoder with two things more: it looks at the request line as it was sent, which cannot be told from the
 * decoded one, and it knows when a header began.
 *
 * <p>A line that is not exactly {@code method SP target SP HTTP/1.x} fails the request's decoder result, which
 * {@link WireRules} turns into a refusal. Belongs to one connection and its event loop.
 */
public final class RequestDecoder extends HttpRequestDecoder {
    /** No header has begun. */
    static final long NONE = Long.MIN_VALUE;

    private static final int CHUNK = 16 << 10;
    private static final int INITIAL_BUFFER = 256;
    private static final Pattern OTHER_VERSION = Pattern.compile("HTTP/\\d+(\\.\\d+)?");

    private final Ticker ticker;
    private boolean betweenRequests = true;
    private long headerBegan = NONE;
    private long requestBegan;
    private boolean lineSeen;
    private @Nullable LineFault lineFault;
    private Predicate<ByteBuf> shortcut = in -> false;

    /** A request line that only a lenient reader understands. */
    static final class LineFault extends Exception {
        private static final long serialVersionUID = 1;

        private final int status;

        LineFault(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    public RequestDecoder(HttpLimits limits, Ticker ticker) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLineBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxChunkSize(CHUNK)
                .setInitialBufferSize(INITIAL_BUFFER));
        this.ticker = ticker;
    }

    /**
     * Has whole requests that have come at once offered to somebody who may answer them undecoded.
     *
     * @param taker passes over the request it takes and gives true, or touches nothing
     */
    void shortcut(Predicate<ByteBuf> taker) {
        shortcut = taker;
    }

    /** When the header that is arriving began, in the ticker's nanoseconds, or {@link #NONE}. */
    long headerBegan() {
        return headerBegan;
    }

    /** When the request that was decoded last began. */
    long requestBegan() {
        return requestBegan;
    }

    /** Whether bytes have come that were not decoded yet. */
    boolean holdsBytes() {
        return actualReadableBytes() > 0;
    }

    /** The client's end of input must not make the decoder give up what it holds while reading is stopped. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        ctx.fireUserEventTriggered(event);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (betweenRequests && in.isReadable()) {
            if (headerBegan == NONE) {
                if (shortcut.test(in)) {
                    return;
                }
                headerBegan = ticker.nanos();
            }
            if (!lineSeen) {
                inspectLine(in);
            }
        }
        int before = out.size();
        super.decode(ctx, in, out);
        for (int i = before; i < out.size(); i++) {
            follow(out.get(i));
        }
    }

    private void follow(Object decoded) {
        if (decoded instanceof HttpRequest request) {
            if (lineFault != null) {
                request.setDecoderResult(DecoderResult.failure(lineFault));
            }
            betweenRequests = false;
            requestBegan = headerBegan == NONE ? ticker.nanos() : headerBegan;
            headerBegan = NONE;
            lineSeen = false;
            lineFault = null;
        }
        if (decoded instanceof LastHttpContent) {
            betweenRequests = true;
        }
    }

    /** Looks at the line at the reader's position once it has wholly come. */
    private void inspectLine(ByteBuf in) {
        int start = in.readerIndex();
        while (start < in.writerIndex() && (in.getByte(start) == '\r' || in.getByte(start) == '\n')) {
            start++;
        }
        int end = in.indexOf(start, in.writerIndex(), (byte) '\n');
        if (end >= 0) {
            lineSeen = true;
            lineFault = fault(in, start, end);
        }
    }

    private static @Nullable LineFault fault(ByteBuf in, int start, int end) {
        int first = in.indexOf(start, end, (byte) ' ');
        int second = first < 0 ? -1 : in.indexOf(first + 1, end, (byte) ' ');
        if (second < 0 || second == first + 1) {
            return new LineFault(400, "the request line must be a method, a target and a version, one space apart");
        }
        int versionEnd = in.getByte(end - 1) == '\r' ? end - 1 : end;
        if (isOurs(in, second + 1, versionEnd)) {
            return null;
        }
        String version = in.toString(second + 1, versionEnd - second - 1, StandardCharsets.ISO_8859_1);
        return OTHER_VERSION.matcher(version).matches()
                ? new LineFault(505, "the version must be HTTP/1.1 or HTTP/1.0")
                : new LineFault(400, "the request line must end with HTTP/1.1 or HTTP/1.0");
    }

    private static boolean isOurs(ByteBuf in, int start, int end) {
        return end - start == 8
                && in.getLong(start) >>> 8 == 0x485454502f312eL
                && (in.getByte(start + 7) == '1' || in.getByte(start + 7) == '0');
    }
}
