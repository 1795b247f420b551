package io.gosling.netty.http1;

import io.gosling.document.Ticker;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import java.util.function.Predicate;

/**
 * A request decoder that is stricter than Netty's: it looks at lines as they were sent, before decoding, and finds the
 * end of a body by {@link MessageFraming}. It also knows when a header began.
 *
 * <p>A request line that is not exactly {@code method SP target SP HTTP/1.x}, a folded header or a control character
 * fails the request's decoder result, or that of its last piece where it stands in a chunk-size line or in the
 * trailers, which {@link RequestValidator} turns into a refusal. Bytes after a failure are discarded. Belongs to one
 * connection and its event loop.
 */
public final class RequestDecoder extends HttpRequestDecoder {
    /** No header has begun. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int CHUNK = 16 << 10;
    private static final int INITIAL_BUFFER = 256;
    /** Bytes of a request line besides method and target. */
    private static final int VERSION_BYTES = "  HTTP/1.1".length();

    private final Ticker ticker;
    private final int longestLine;
    private final RawHeaderValidator rawHeader = new RawHeaderValidator();
    private final ChunkLineValidator chunks = new ChunkLineValidator();
    private boolean betweenRequests = true;
    private boolean inTrailers;
    private boolean http10;
    private boolean failed;
    private long headerBegan = NONE;
    private long requestBegan;
    private Predicate<ByteBuf> undecodedTaker = in -> false;
    private boolean offersNext = true;

    /* True for connections that may be handed off with all received bytes. */
    private boolean stopsBehindHeads;
    private boolean stopped;
    private ByteBuf head = Unpooled.EMPTY_BUFFER;

    public RequestDecoder(HttpLimits limits, Ticker ticker) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.get(HttpLimits.REQUEST_LINE))
                .setMaxHeaderSize(limits.get(HttpLimits.HEADER))
                .setMaxChunkSize(CHUNK)
                .setInitialBufferSize(INITIAL_BUFFER));
        this.ticker = ticker;
        this.longestLine = limits.get(HttpLimits.REQUEST_LINE);
    }

    /**
     * Offers whole requests that have arrived at once to a predicate that may answer them undecoded.
     *
     * @param taker passes over the request it takes and returns true, or touches nothing
     */
    public void offerUndecodedTo(Predicate<ByteBuf> taker) {
        undecodedTaker = taker;
    }

    /** Decodes the next request without offering it undecoded, as it was looked at before. */
    public void decodeNext() {
        offersNext = false;
    }

    /** Returns when the header that is arriving began, in the ticker's nanoseconds, or {@link #NONE}. */
    public long headerBegan() {
        return headerBegan;
    }

    /** Returns when the request that was decoded last began. */
    public long requestBegan() {
        return requestBegan;
    }

    /** Returns whether nothing has arrived after the last request. */
    public boolean isBetweenRequests() {
        return betweenRequests && headerBegan == NONE && !holdsBytes();
    }

    /** Returns whether bytes have arrived that were not decoded yet. */
    public boolean holdsBytes() {
        return actualReadableBytes() > 0;
    }

    /**
     * Stops after each request's header from now on: the bytes up to there are kept as they came, and nothing behind it
     * is decoded, until {@link #goOn}.
     */
    public void stopBehindHeads() {
        stopsBehindHeads = true;
    }

    /** Ends the stopping, and decodes on. */
    public void stopNoMore(ChannelHandlerContext ctx) {
        stopsBehindHeads = false;
        goOn(ctx);
    }

    /** Returns whether it has stopped after a header, so that all bytes of the request and behind it are here. */
    public boolean isStopped() {
        return stopped;
    }

    /** Returns the bytes that {@link #copyHeld} copies; 0 unless it has stopped. */
    public int heldBytes() {
        return stopped ? head.readableBytes() + actualReadableBytes() : 0;
    }

    /**
     * Copies the bytes since the beginning of the request that was decoded last, as they came. While it has stopped.
     */
    public void copyHeld(ByteBuf out) {
        out.writeBytes(head, head.readerIndex(), head.readableBytes());
        if (actualReadableBytes() > 0) {
            ByteBuf behind = internalBuffer();
            out.writeBytes(behind, behind.readerIndex(), behind.readableBytes());
        }
    }

    /** Decodes on, on the loop and later. Does nothing unless it has stopped. */
    public void goOn(ChannelHandlerContext ctx) {
        if (stopped) {
            stopped = false;
            dropHead();
            // It may be this decoder that is calling.
            ctx.executor().execute(() -> decodeHeld(ctx));
        }
    }

    /**
     * Decodes the bytes that have arrived and are held, and passes a failure on as the pipeline's exception; does
     * nothing when this was removed. On the loop, and never from within this decoder.
     */
    public void decodeHeld(ChannelHandlerContext ctx) {
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

    /**
     * A minor version above 1 is served as HTTP/1.1 (RFC 9110, section 2.5). HTTP/1.0 is no exception until the header
     * has been read, because Netty takes the first of several {@code Content-Length} in it. A line is measured as it is
     * passed on, with its target encoded.
     */
    @Override
    protected HttpMessage createMessage(String[] firstLine) throws Exception {
        http10 = firstLine[2].equals(HttpVersion.HTTP_1_0.text());
        if (RawHeaderValidator.isHttp1(firstLine[2])) {
            firstLine[2] = HttpVersion.HTTP_1_1.text();
        }
        firstLine[1] = RequestTarget.encoded(firstLine[1]);
        if (firstLine[0].length() + firstLine[1].length() + VERSION_BYTES > longestLine) {
            throw new TooLongHttpLineException("the encoded request line is too long");
        }
        return super.createMessage(firstLine);
    }

    /** Called behind the header, when Netty has decided how long the body is. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        if (http10) {
            message.setProtocolVersion(HttpVersion.HTTP_1_0);
        }
        HttpHeaders headers = message.headers();
        return !headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                && !headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (failed) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (stopped) {
            return;
        }
        boolean kept = stopsBehindHeads && betweenRequests;
        if (betweenRequests && in.isReadable()) {
            if (headerBegan == NONE) {
                if (offersNext && undecodedTaker.test(in)) {
                    return;
                }
                offersNext = true;
                headerBegan = ticker.nanos();
            }
            rawHeader.inspect(in);
        } else if (inTrailers) {
            rawHeader.inspect(in);
        }
        int before = out.size();
        int from = in.readerIndex();
        if (chunks.check(in)) {
            super.decode(ctx, in, out);
        } else {
            out.add(ChunkLineValidator.malformed(in));
        }
        if (kept) {
            keep(ctx, in, from);
        }
        for (int i = before; i < out.size(); i++) {
            follow((HttpObject) out.get(i));
        }
        followChunks(in.readerIndex() - from);
    }

    private void followChunks(int taken) {
        chunks.taken(taken);
        if (chunks.areOver() && !inTrailers) {
            inTrailers = true;
            rawHeader.beginFields();
        }
    }

    private void follow(HttpObject decoded) {
        if (decoded instanceof HttpRequest request) {
            if (rawHeader.fault() != null) {
                request.setDecoderResult(DecoderResult.failure(rawHeader.fault()));
            }
            rawHeader.reset();
            betweenRequests = false;
            requestBegan = headerBegan == NONE ? ticker.nanos() : headerBegan;
            headerBegan = NONE;
            stopped = stopsBehindHeads;
            if (MessageFraming.isChunked(request)) {
                chunks.begin();
            }
        }
        if (decoded instanceof LastHttpContent last) {
            if (inTrailers && rawHeader.fault() != null) {
                last.setDecoderResult(DecoderResult.failure(rawHeader.fault()));
            }
            rawHeader.reset();
            chunks.end();
            inTrailers = false;
            betweenRequests = true;
        }
        failed |= decoded.decoderResult().isFailure();
    }
}
