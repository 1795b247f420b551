package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Response;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.gosling.netty.http2.Http2StreamResponder;
import io.gosling.netty.http2.Http2Streams;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Sends the event loop's own responses, such as refusals. For one connection of HTTP/2 and its loop. */
record Http2ErrorResponder(ServerContext context, Http2Streams streams, ResponseBatch batch) {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    void refuse(Http2Stream stream, RequestValidator.Refusal refusal, @Nullable HttpRequest request, long began) {
        LOG.log(System.Logger.Level.DEBUG, "{0} refused: {1}", streams.channel().remoteAddress(), refusal.reason());
        context.counts().refused(refusal.status());
        answer(stream, ErrorPageBuilder.of(refusal.status(), refusal.fields()), request, began);
    }

    void answer(Http2Stream stream, Response response, @Nullable HttpRequest request, long began) {
        streams.setAnswer(stream, new Http2StreamResponder(began));
        ByteBuf page = ErrorPageBuilder.bytes(response);
        boolean isHead = request != null && request.method().equals(HttpMethod.HEAD);
        int length = isHead ? 0 : page.readableBytes();
        Http2Headers head = Http2ResponseHeadEncoder.of(
                new Http1ResponseHeadEncoder(response, Http1ResponseHeadEncoder.Framing.LENGTH, false),
                streams.dateField());
        ConnectionAccessLog lines = batch.lines();
        AccessRecord note = lines == null ? null : lines.note(request);
        ChannelPromise written = streams.newPromise();
        written.addListener(done -> ended(stream, note, done, response.status(), length, began));
        if (length == 0) {
            page.release();
            streams.writeHead(stream, head, true, written);
        } else {
            streams.writeHead(stream, head, false, streams.newPromise());
            streams.writeData(stream, page, true, written);
        }
    }

    private void ended(
            Http2Stream stream, @Nullable AccessRecord note, Future<?> written, int status, int length, long began) {
        long nanos = streams.now() - began;
        int code = written.isSuccess() ? status : ServerExchange.CLIENT_LEFT;
        int bytes = written.isSuccess() ? length : 0;
        context.log().answered(ResponseSource.ERROR, code, bytes, nanos);
        ConnectionAccessLog lines = batch.lines();
        if (lines != null && note != null) {
            lines.write(note, ResponseSource.ERROR, code, bytes, nanos);
        }
        if (stream.state().remoteSideOpen()) {
            streams.awaitRest(stream, 0, 0);
        }
    }
}
