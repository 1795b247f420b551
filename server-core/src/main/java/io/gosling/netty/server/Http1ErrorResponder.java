package io.gosling.netty.server;

import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPage;
import io.gosling.http.Response;
import io.gosling.netty.exchange.ResponseHead;
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
        answer(ErrorPage.of(refusal.status(), refusal.fields()), Http1HotResponder.Persistence.CLOSED, request, began);
    }

    /** Refuses a request whose client may go on later; its connection closes only if a body follows. */
    void turnAway(
            RequestValidator.Refusal refusal,
            Http1HotResponder.Persistence persistence,
            HttpRequest request,
            long began) {
        boolean body = MessageFraming.requestBody(request) != 0;
        Response page = ErrorPage.of(refusal.status(), refusal.fields());
        answer(page, body ? Http1HotResponder.Persistence.CLOSED : persistence, request, began);
    }

    void answer(
            Response response, Http1HotResponder.Persistence persistence, @Nullable HttpRequest request, long began) {
        boolean closes = persistence == Http1HotResponder.Persistence.CLOSED;
        byte[] lines = new ResponseHead(response, ResponseHead.Framing.LENGTH, closes)
                .encode(clock.dateField(), persistence == Http1HotResponder.Persistence.KEPT_ALIVE);
        ByteBuf page = ErrorPage.bytes(response);
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
