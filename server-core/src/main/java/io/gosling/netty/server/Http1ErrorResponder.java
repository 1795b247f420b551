package io.gosling.netty.server;

import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Response;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Sends the responses that the event loop generates itself, such as refusals, on one connection of HTTP/1; {@code
 * closing} runs behind an answer that is the last. On the connection's loop.
 */
record Http1ErrorResponder(
        Channel channel, ServerContext context, EventLoopTimer clock, ResponseBatch batch, Runnable closing) {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    void refuse(RequestValidator.Refusal refusal, @Nullable HttpRequest request, long began) {
        context.counts().refused(refusal.status());
        LOG.log(System.Logger.Level.DEBUG, "{0} refused: {1}", channel.remoteAddress(), refusal.reason());
        answer(
                ErrorPageBuilder.of(refusal.status(), refusal.fields()),
                Http1FastPathResponder.Persistence.CLOSED,
                request,
                began);
    }

    /** Refuses a request whose client may go on later; its connection closes only if a body follows. */
    void turnAway(
            RequestValidator.Refusal refusal,
            Http1FastPathResponder.Persistence persistence,
            HttpRequest request,
            long began) {
        boolean body = MessageFraming.requestBody(request) != 0;
        Response page = ErrorPageBuilder.of(refusal.status(), refusal.fields());
        answer(page, body ? Http1FastPathResponder.Persistence.CLOSED : persistence, request, began);
    }

    void answer(
            Response response,
            Http1FastPathResponder.Persistence persistence,
            @Nullable HttpRequest request,
            long began) {
        boolean closes = persistence == Http1FastPathResponder.Persistence.CLOSED;
        byte[] lines = new Http1ResponseHeadEncoder(response, Http1ResponseHeadEncoder.Framing.LENGTH, closes)
                .encode(clock.dateField(), persistence == Http1FastPathResponder.Persistence.KEPT_ALIVE);
        ByteBuf page = ErrorPageBuilder.bytes(response);
        boolean isHead = request != null && request.method().equals(HttpMethod.HEAD);
        int length = isHead ? 0 : page.readableBytes();
        batch.room(lines.length + length).writeBytes(lines).writeBytes(page, 0, length);
        batch.answered(request, ResponseSource.ERROR, response.status(), length, began);
        page.release();
        if (closes) {
            closing.run();
        }
    }
}
