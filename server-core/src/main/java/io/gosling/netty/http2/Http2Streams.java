package io.gosling.netty.http2;

import io.gosling.document.Ticker;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2RemoteFlowController.FlowControlled;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one connection of HTTP/2 as the codec has them: the responder of each, and the output to them. Belongs
 * to the connection's loop, but for methods that say otherwise.
 */
public final class Http2Streams {
    private static final System.Logger LOG = System.getLogger(Http2Streams.class.getName());

    /** Size of a client's header table unless it says otherwise (RFC 9113, section 6.5.2). */
    private static final long USUAL_TABLE = 4096;

    /** Bytes of a body that count as sent together. */
    private static final int PIECE = 64 << 10;

    private final Channel channel;
    private final Ticker ticker;
    private final EventLoopTimer clock;
    private final Runnable batch;
    private final FloodGuard floods;
    private final int restRoom;
    private final boolean secure;

    private @Nullable Http2ServerCodec handler;
    private @Nullable ChannelHandlerContext place;
    private Http2Connection.@Nullable PropertyKey key;
    private boolean tableShrinks;

    /** @param restRoom bytes of a request that are discarded when it has been answered */
    Http2Streams(
            Channel channel, Ticker ticker, EventLoopTimer clock, Runnable batch, FloodGuard floods, int restRoom) {
        this.channel = channel;
        this.ticker = ticker;
        this.clock = clock;
        this.batch = batch;
        this.floods = floods;
        this.restRoom = restRoom;
        this.secure = ClientAddressAttribute.isEncrypted(channel);
    }

    void open(Http2ServerCodec codec, ChannelHandlerContext at) {
        handler = codec;
        place = at;
        key = codec.connection().newKey();
    }

    @Nullable
    Http2StreamResponder answer(@Nullable Http2Stream stream) {
        return stream == null || key == null ? null : stream.getProperty(key);
    }

    /** Sets the responder of a stream, which is notified of its events from now on. */
    public void setAnswer(Http2Stream stream, Http2StreamResponder answer) {
        stream.setProperty(Objects.requireNonNull(key), answer);
    }

    /**
     * Handles a response that was written completely while the client's side is open still.
     *
     * @param unread bytes of the request's body that came and count against the client's window still
     * @param wasted bytes of it that came and that were not read, in all
     */
    public void awaitRest(Http2Stream stream, int unread, long wasted) {
        RequestBodyDiscarder rest = new RequestBodyDiscarder(this, stream, now(), restRoom - wasted);
        setAnswer(stream, rest);
        rest.begin(unread);
    }

    @Nullable
    Http2Stream stream(int id) {
        return handler().connection().stream(id);
    }

    int active() {
        return handler().connection().numActiveStreams();
    }

    /** Returns whether the client's window has room for this stream, whatever it does with others. */
    boolean isLetCome(Http2Stream stream) {
        return encoder().flowController().windowSize(stream) > 0;
    }

    void forEachAnswer(BiConsumer<Http2Stream, Http2StreamResponder> look) throws Http2Exception {
        handler().connection().forEachActiveStream(stream -> {
            Http2StreamResponder answer = answer(stream);
            if (answer != null) {
                look.accept(stream, answer);
            }
            return true;
        });
    }

    /** Writes a head, or the trailers behind a body. */
    public void writeHead(Http2Stream stream, Http2Headers head, boolean last, ChannelPromise promise) {
        if (!last) {
            tableShrinks = false;
        }
        encoder().writeHeaders(place(), stream.id(), head, 0, last, promise);
    }

    /** Writes a piece of a body, whose reference passes to here, as far as the client has room for it. */
    public void writeData(Http2Stream stream, ByteBuf content, boolean last, ChannelPromise promise) {
        while (content.readableBytes() > PIECE) {
            writePiece(stream, content.readRetainedSlice(PIECE), false, newPromise());
        }
        writePiece(stream, content, last, promise);
    }

    private void writePiece(Http2Stream stream, ByteBuf piece, boolean last, ChannelPromise promise) {
        int bytes = piece.readableBytes();
        promise.addListener(written -> {
            if (written.isSuccess()) {
                dataSent(bytes, true);
            }
        });
        encoder().writeData(place(), stream.id(), piece, 0, last, promise);
    }

    /** Records bytes of a body that the client had room for, which let it open its windows again. */
    public void dataSent(int bytes, boolean last) {
        floods.dataSent(bytes, last);
    }

    /** Has a body written when and as far as the client has room for it. */
    public void write(Http2Stream stream, FlowControlled body) {
        encoder().flowController().addFlowControlled(stream, body);
    }

    /**
     * Writes an interim head (RFC 9110, section 15.2); nothing after the final head, which would break the protocol.
     */
    public void writeInterim(Http2Stream stream, Http2Headers head) {
        if (stream.state() != Http2Stream.State.CLOSED && !stream.isHeadersSent()) {
            encoder().writeHeaders(place(), stream.id(), head, 0, false, newPromise());
            flush();
        }
    }

    public int mostPayload() {
        return encoder().configuration().frameSizePolicy().maxFrameSize();
    }

    /** Ends a response whose last frame was written elsewhere. */
    public void endAnswer(Http2Stream stream) {
        handler().closeStreamLocal(stream, place().newSucceededFuture());
    }

    public void reset(Http2Stream stream, Http2Error why) {
        encoder().writeRstStream(place(), stream.id(), why.code(), newPromise());
    }

    boolean isBlocked(Http2Stream stream) {
        Http2RemoteFlowController flow = encoder().flowController();
        return flow.hasFlowControlled(stream)
                && (flow.windowSize(stream) <= 0
                        || flow.windowSize(handler().connection().connectionStream()) <= 0);
    }

    /** Applies and acknowledges the client's settings, after the headers that were encoded with the former ones. */
    void settings(Http2Settings settings) {
        writeBatch();
        encoder().writeSettingsAck(place(), newPromise());
        Long table = settings.headerTableSize();
        tableShrinks |= table != null && table < USUAL_TABLE;
    }

    /** Returns whether the next header must be the codec's, which announces a smaller table first. */
    public boolean isTableShrinking() {
        return tableShrinks;
    }

    void goAway(int lastStream) {
        handler().goAway(place(), lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, newPromise());
    }

    int lastStreamOfClient() {
        return handler().connection().remote().lastStreamCreated();
    }

    void ping(long payload) {
        encoder().writePing(place(), false, payload, newPromise());
    }

    /** Bytes of a request's body have been read: so many more may come. */
    public void consume(Http2Stream stream, int bytes) {
        try {
            if (handler().decoder().flowController().consumeBytes(stream, bytes)) {
                flush();
            }
        } catch (Http2Exception e) {
            fail(e);
        }
    }

    void openWindow(int bytes) throws Http2Exception {
        Http2Stream all = handler().connection().connectionStream();
        int more = bytes - handler().decoder().flowController().windowSize(all);
        if (more > 0) {
            handler().decoder().flowController().incrementWindowSize(all, more);
        }
    }

    void fail(Http2Exception cause) {
        handler().onError(place(), true, cause);
    }

    void writeBatch() {
        batch.run();
    }

    public void flush() {
        handler().flush(place());
    }

    /* Any thread. */

    public Channel channel() {
        return channel;
    }

    public boolean isSecure() {
        return secure;
    }

    public ChannelPromise newPromise() {
        return channel.newPromise();
    }

    public byte[] dateField() {
        return clock.dateField();
    }

    public long now() {
        return ticker.nanos();
    }

    /** Runs on the loop, or not at all when that has ended. */
    public void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "the event loop has ended");
        }
    }

    private Http2ServerCodec handler() {
        return Objects.requireNonNull(handler);
    }

    private Http2ConnectionEncoder encoder() {
        return handler().encoder();
    }

    private ChannelHandlerContext place() {
        return Objects.requireNonNull(place);
    }
}
