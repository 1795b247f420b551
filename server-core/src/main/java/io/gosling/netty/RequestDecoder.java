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

    /* For who may pass the connection on with all that has come. */
    private boolean stopsBehindHeads;
    private boolean stopped;
    private ByteBuf head = Unpooled.EMPTY_BUFFER;

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

    /**
     * From now on stops behind each request's header: what has come up to there is kept as it came, and nothing that has come
     * behind it is decoded, until {@link #goOn}.
     */
    public void stopBehindHeads() {
        stopsBehindHeads = true;
    }

    /** Stops no more, and decodes on. */
    public void stopNoMore(ChannelHandlerContext ctx) {
        stopsBehindHeads = false;
        goOn(ctx);
    }

    /** Whether it has stopped behind a header, so that all that has come of the request and behind it is here. */
    public boolean isStopped() {
        return stopped;
    }

    /** Bytes that {@link #copyHeld} copies; 0 unless it has stopped. */
    public int heldBytes() {
        return stopped ? head.readableBytes() + actualReadableBytes() : 0;
    }

    /** Copies what has come since the beginning of the request that was decoded last, as it came. While it has stopped. */
    public void copyHeld(ByteBuf out) {
        out.writeBytes(head, head.readerIndex(), head.readableBytes());
        if (actualReadableBytes() > 0) {
            ByteBuf behind = internalBuffer();
            out.writeBytes(behind, behind.readerIndex(), behind.readableBytes());
        }
    }

    /** Decodes on, on the loop and later. Nothing happens unless it has stopped. */
    public void goOn(ChannelHandlerContext ctx) {
        if (stopped) {
            stopped = false;
            dropHead();
            // It may be this decoder that is calling.
            ctx.executor().execute(() -> decodeHeld(ctx));
        }
    }

    private void decodeHeld(ChannelHandlerContext ctx) {
        if (!ctx.isRemoved()) {
            try {
                channelRead(ctx, Unpooled.EMPTY_BUFFER);
                channelReadComplete(ctx);
            } catch (Exception e) {
                ctx.fireExceptionCaught(e);
            }
        }
    }

    private void keep(ChannelHandlerContext ctx, ByteBuf in, int from) {
        int bytes = in.readerIndex() - from;
        if (bytes > 0) {
            if (head.maxCapacity() == 0) {
                head = ctx.alloc().buffer(Math.max(INITIAL_BUFFER, bytes));
            }
            head.writeBytes(in, from, bytes);
        }
    }

    private void dropHead() {
        ByteBuf dropped = head;
        head = Unpooled.EMPTY_BUFFER;
        dropped.release();
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) throws Exception {
        dropHead();
        super.handlerRemoved0(ctx);
    }

    /** The client's end of input must not make the decoder give up what it holds while reading is stopped. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        ctx.fireUserEventTriggered(event);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (stopped) {
            return;
        }
        boolean kept = stopsBehindHeads && betweenRequests;
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
        int from = in.readerIndex();
        super.decode(ctx, in, out);
        if (kept) {
            keep(ctx, in, from);
        }
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
            stopped = stopsBehindHeads;
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
