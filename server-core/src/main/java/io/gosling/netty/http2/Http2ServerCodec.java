package io.gosling.netty.http2;

import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.IdleConnectionSearch;
import io.gosling.netty.listen.Listener;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Codes frames of HTTP/2 for a {@link Http2ServerConnection}, within all limits. Belongs to one connection's loop. */
final class Http2ServerCodec extends Http2ConnectionHandler {
    private static final System.Logger LOG = System.getLogger(Http2ServerCodec.class.getName());

    /** Reading stops when more output waits than this plus the low water mark. Headers need no window. */
    private static final int MOST_WAITING = 256 << 10;

    /** Frames that wait to be sent in answer to a client's own (CVE-2019-9517). */
    private static final int QUEUED_CONTROL_FRAMES = 1000;

    private final Http2ServerConnection owner;
    private boolean opened;
    private boolean flooded;
    private boolean stopped;

    private Http2ServerCodec(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings settings,
            Http2ServerConnection owner) {
        // A closed channel is closed at once; GOAWAY is sent by the Http2ServerConnection.
        super(decoder, encoder, settings, true);
        this.owner = owner;
    }

    static Http2ServerCodec of(Http2ServerConnection owner, HttpLimits http, Http2Limits limits, boolean upgrades) {
        return new Builder(owner, http, limits, upgrades).build();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
        super.channelActive(ctx);
        opened = true;
        owner.open(this, ctx);
    }

    /** Writes the gathered responses of the event-loop path with the queued frames. */
    @Override
    public void flush(ChannelHandlerContext ctx) {
        try {
            encoder().flowController().writePendingBytes();
        } catch (Http2Exception e) {
            onError(ctx, true, e);
        } catch (RuntimeException e) {
            onError(ctx, true, Http2Exception.connectionError(Http2Error.INTERNAL_ERROR, e, "writing failed"));
        }
        owner.streams.writeBatch();
        ctx.flush();
    }

    /** Writes the gathered data first: nothing may follow a reset on its stream. */
    @Override
    public ChannelFuture resetStream(ChannelHandlerContext ctx, int id, long code, ChannelPromise promise) {
        owner.streams.writeBatch();
        return super.resetStream(ctx, id, code, promise);
    }

    /** Stops reading requests of a client that does not read its responses. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        super.channelRead(ctx, message);
        if (ctx.channel().bytesBeforeWritable() > MOST_WAITING) {
            stopped = true;
            ctx.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
        super.channelWritabilityChanged(ctx);
        if (stopped && ctx.channel().isWritable()) {
            stopped = false;
            ctx.channel().config().setAutoRead(true);
        }
    }

    /** As Netty's own, but without reading on while reading is stopped. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        discardSomeReadBytes();
        ctx.fireChannelReadComplete();
        flush(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        if (opened) {
            opened = false;
            owner.closed();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event == Listener.Drain.BEGUN) {
            owner.drain();
        } else if (event instanceof ChannelInputShutdownEvent) {
            owner.inputEnded();
        } else if (event instanceof IdleConnectionSearch search) {
            owner.offerTo(search);
        }
        super.userEventTriggered(ctx, event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) throws Exception {
        if (cause instanceof IOException) {
            ctx.close();
        } else {
            super.exceptionCaught(ctx, cause);
        }
    }

    /** Decides the fault that closed the stream, which the decoder does not know. */
    @Override
    protected void onStreamError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, Http2Exception.StreamException fault) {
        Http2Stream stream = connection().stream(fault.streamId());
        if (!outbound && stream == null && fault.error() == Http2Error.STREAM_CLOSED) {
            switch (owner.closedStreams.of(fault.streamId())) {
                case NEVER_OPENED -> endConnection(ctx, Http2Error.PROTOCOL_ERROR, fault);
                case ENDED -> endConnection(ctx, Http2Error.STREAM_CLOSED, fault);
                case RESET, FORGOTTEN -> super.onStreamError(ctx, false, cause, fault);
            }
        } else if (!outbound
                && stream != null
                && stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE
                && owner.streams.answer(stream) != null
                && fault.error() == Http2Error.PROTOCOL_ERROR) {
            encoder().writeRstStream(ctx, stream.id(), Http2Error.STREAM_CLOSED.code(), ctx.newPromise());
        } else {
            super.onStreamError(ctx, outbound, cause, fault);
        }
    }

    private void endConnection(ChannelHandlerContext ctx, Http2Error error, Throwable cause) {
        Http2Exception known = new Http2Exception(error, cause.getMessage(), cause);
        onConnectionError(ctx, false, known, known);
    }

    @Override
    protected void onConnectionError(
            ChannelHandlerContext ctx, boolean outbound, Throwable cause, @Nullable Http2Exception known) {
        if (known == null && !(cause instanceof IOException)) {
            LOG.log(Level.WARNING, "connection of " + ctx.channel().remoteAddress() + " failed", cause);
        } else {
            LOG.log(Level.DEBUG, "{0} ended: {1}", ctx.channel().remoteAddress(), cause);
        }
        if (known != null && known.error() == Http2Error.ENHANCE_YOUR_CALM && !flooded) {
            flooded = true;
            owner.flooded();
        }
        super.onConnectionError(ctx, outbound, cause, known);
    }

    private static final class Builder extends AbstractHttp2ConnectionHandlerBuilder<Http2ServerCodec, Builder> {
        private final Http2ServerConnection owner;

        Builder(Http2ServerConnection owner, HttpLimits http, Http2Limits limits, boolean upgrades) {
            this.owner = owner;
            Http2Connection connection = new DefaultHttp2Connection(true, 0);
            // Streams take turns: priorities of the old kind are not worth a tree (RFC 9113, section 5.3.2).
            connection
                    .remote()
                    .flowController(new DefaultHttp2RemoteFlowController(
                            connection, new UniformStreamByteDistributor(connection)));
            connection(connection);
            frameListener(owner);
            validateHeaders(true);
            validateRequiredPseudoHeaders(true);
            // By the owner, which has something to write before.
            autoAckSettingsFrame(false);
            Http2Settings settings = Http2Settings.defaultSettings()
                    .maxConcurrentStreams(limits.get(Http2Limits.STREAMS))
                    .initialWindowSize(limits.get(Http2Limits.STREAM_WINDOW))
                    .maxHeaderListSize(http.get(HttpLimits.HEADER));
            initialSettings(upgrades ? settings.connectProtocolEnabled(true) : settings);
            int seconds = (int) limits.get(Http2Limits.WINDOW).toSeconds();
            decoderEnforceMaxRstFramesPerWindow(limits.get(Http2Limits.RESETS), seconds);
            encoderEnforceMaxRstFramesPerWindow(limits.get(Http2Limits.RESETS), seconds);
            encoderEnforceMaxQueuedControlFrames(QUEUED_CONTROL_FRAMES);
        }

        @Override
        protected Http2ServerCodec build() {
            return super.build();
        }

        @Override
        protected Http2ServerCodec build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return new Http2ServerCodec(decoder, encoder, settings, owner);
        }
    }
}
