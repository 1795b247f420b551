package io.gosling.netty.client.http2;

import io.gosling.netty.http1.MessageFraming;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Converts one request and its response on a stream to objects of HTTP/1.1: requests are taken as they would be written
 * on a connection, and responses given as they would be read from one, each interim response with its end. A malformed
 * response is given with a failed {@link DecoderResult}. Belongs to one stream and its event loop.
 */
final class Http2ToHttp1Codec extends ChannelDuplexHandler {
    private @Nullable Channel channel;
    private boolean asked;
    private boolean askedAll;
    private boolean answering;
    private boolean answered;
    private long owed;
    private boolean toHead;
    /** True if the peer has reset it, or never processed it. */
    private boolean refused;

    @Nullable
    Channel channel() {
        return channel;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
    }

    /** Returns true if a part of the request or response is still to come, and the other side knows of no end. */
    boolean isUnderWay() {
        return asked && !refused && !(askedAll && answered);
    }

    boolean isAnswered() {
        return answered;
    }

    // --- to the other side ---

    /** Drops output that the peer does not want; a response may still come. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (refused) {
            ReferenceCountUtil.release(message);
            promise.trySuccess();
        } else if (message instanceof HttpRequest request) {
            asked = true;
            toHead = request.method().equals(HttpMethod.HEAD);
            boolean whole = message instanceof LastHttpContent;
            askedAll = whole;
            ctx.write(new DefaultHttp2HeadersFrame(Http2ClientHeaderConversion.of(request), whole), promise);
        } else if (message instanceof LastHttpContent end) {
            askedAll = true;
            writeEnd(ctx, end, promise);
        } else if (message instanceof HttpContent piece && piece.content().isReadable()) {
            ctx.write(new DefaultHttp2DataFrame(piece.content()), promise);
        } else {
            ReferenceCountUtil.release(message);
            promise.trySuccess();
        }
    }

    private static void writeEnd(ChannelHandlerContext ctx, LastHttpContent end, ChannelPromise promise) {
        if (end.trailingHeaders().isEmpty()) {
            ctx.write(new DefaultHttp2DataFrame(end.content(), true), promise);
            return;
        }
        ByteBuf rest = end.content();
        if (rest.isReadable()) {
            ctx.write(new DefaultHttp2DataFrame(rest));
        } else {
            rest.release();
        }
        ctx.write(new DefaultHttp2HeadersFrame(Http2ClientHeaderConversion.trailers(end), true), promise);
    }

    // --- from the other side ---

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2HeadersFrame headers) {
            if (answering) {
                trailers(ctx, headers);
            } else {
                head(ctx, headers);
            }
        } else if (message instanceof Http2DataFrame data) {
            owed = data.content().isReadable() ? 0 : owed; // Netty counts them from the first on
            if (data.isEndStream() && owed > 0) {
                data.release();
                cutShort(ctx);
                return;
            }
            answered |= data.isEndStream();
            ctx.fireChannelRead(
                    data.isEndStream()
                            ? new DefaultLastHttpContent(data.content())
                            : new DefaultHttpContent(data.content()));
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void head(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        HttpResponse response;
        try {
            response = Http2ClientHeaderConversion.response(frame.headers(), frame.isEndStream());
            owed = owed(response);
            if (frame.isEndStream() && owed > 0) {
                throw new IllegalArgumentException("Content-Length is " + owed + " and the response has no body");
            }
        } catch (IllegalArgumentException e) {
            malformed(ctx, e);
            return;
        }
        boolean interim = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        answering = !interim;
        answered = frame.isEndStream();
        ctx.fireChannelRead(response);
        if (interim || answered) {
            ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** Returns the announced bytes of body, which an HTTP/1.1 reader waits for. */
    private long owed(HttpResponse response) {
        return Math.max(0, MessageFraming.responseBody(response, toHead));
    }

    private static void cutShort(ChannelHandlerContext ctx) {
        ctx.fireUserEventTriggered(Http2StreamAbortReason.MALFORMED);
        ctx.close();
    }

    private void trailers(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        if (owed > 0) {
            cutShort(ctx);
            return;
        }
        try {
            LastHttpContent end = Http2ClientHeaderConversion.end(frame.headers());
            answered = true;
            ctx.fireChannelRead(end);
        } catch (IllegalArgumentException e) {
            malformed(ctx, e);
        }
    }

    private static void malformed(ChannelHandlerContext ctx, IllegalArgumentException why) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_GATEWAY);
        response.setDecoderResult(DecoderResult.failure(why));
        ctx.fireChannelRead(response);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            refused = true;
            boolean unprocessed = !answering && reset.errorCode() == Http2Error.REFUSED_STREAM.code();
            ctx.fireUserEventTriggered(unprocessed ? Http2StreamAbortReason.UNPROCESSED : Http2StreamAbortReason.RESET);
        } else if (event instanceof Http2GoAwayFrame goodbye) {
            goodbye.release();
            refused = true;
            ctx.fireUserEventTriggered(Http2StreamAbortReason.UNPROCESSED);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception broken && broken.error() == Http2Error.PROTOCOL_ERROR) {
            ctx.fireUserEventTriggered(Http2StreamAbortReason.MALFORMED);
        }
        ctx.fireExceptionCaught(cause);
    }
}
