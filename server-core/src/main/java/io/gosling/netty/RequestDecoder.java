package io.gosling.netty;

import io.gosling.document.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;
import java.util.function.Predicate;

/**
 * The request decoder with two things more: it looks at the header as it was sent, which cannot be told from the decoded
 * one, and it knows when a header began.
 *
 * <p>A request line that is not exactly {@code method SP target SP HTTP/1.x}, a folded field or a control character fails
 * the request's decoder result, or that of its last piece where it stands in the trailers, which {@link WireRules} turns into a refusal. Belongs to one connection and its event loop.
 */
public final class RequestDecoder extends HttpRequestDecoder {
    /** No header has begun. */
    static final long NONE = Long.MIN_VALUE;

    private static final int CHUNK = 16 << 10;
    private static final int INITIAL_BUFFER = 256;

    private final Ticker ticker;
    private final RawHeader rawHeader = new RawHeader();
    private boolean betweenRequests = true;
    private boolean inTrailers;
    private ByteBuf decoding = Unpooled.EMPTY_BUFFER;
    private long headerBegan = NONE;
    private long requestBegan;
    private Predicate<ByteBuf> shortcut = in -> false;

    public RequestDecoder(HttpLimits limits, Ticker ticker) {
        this(limits, ticker, new TrailerStart());
    }

    private RequestDecoder(HttpLimits limits, Ticker ticker, TrailerStart trailers) {
        super(new HttpDecoderConfig()
                .setTrailersFactory(trailers)
                .setMaxInitialLineLength(limits.requestLineBytes())
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxChunkSize(CHUNK)
                .setInitialBufferSize(INITIAL_BUFFER));
        this.ticker = ticker;
        trailers.tell(this::beginTrailers);
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

    /** Whether nothing has come behind the last request. */
    public boolean isBetweenRequests() {
        return betweenRequests && headerBegan == NONE && !holdsBytes();
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
            rawHeader.inspect(in);
        } else if (inTrailers) {
            rawHeader.inspect(in);
        }
        decoding = in;
        int before = out.size();
        super.decode(ctx, in, out);
        for (int i = before; i < out.size(); i++) {
            follow(out.get(i));
        }
    }

    /** In the midst of decoding, behind the first line of the trailers. */
    private void beginTrailers() {
        if (betweenRequests) {
            // A header that cannot be read is given out as a request with trailers of its own.
            return;
        }
        inTrailers = true;
        rawHeader.beginFields();
        rawHeader.inspect(decoding);
    }

    private void follow(Object decoded) {
        if (decoded instanceof HttpRequest request) {
            if (rawHeader.fault() != null) {
                request.setDecoderResult(DecoderResult.failure(rawHeader.fault()));
            }
            rawHeader.reset();
            betweenRequests = false;
            requestBegan = headerBegan == NONE ? ticker.nanos() : headerBegan;
            headerBegan = NONE;
        }
        if (decoded instanceof LastHttpContent last) {
            if (inTrailers && rawHeader.fault() != null) {
                last.setDecoderResult(DecoderResult.failure(rawHeader.fault()));
            }
            rawHeader.reset();
            inTrailers = false;
            betweenRequests = true;
        }
    }
}
