package io.gosling.netty.http2;

import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.listen.ClientAddressUsage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * A validator of the requests of one connection of HTTP/2 for a {@link Http2RequestSink}, at a node as at a front-end.
 * Belongs to the connection's loop.
 */
record Http2RequestValidator(
        Http2ServerContext context, @Nullable ClientAddressUsage clientUsage, Http2RequestSink sink) {
    /**
     * Begins a request, whose header has arrived.
     *
     * @param last true if neither body nor trailers follow
     * @throws Http2Exception when the stream is to be reset
     */
    void begin(Http2Stream stream, Http2Headers headers, boolean last, long now) throws Http2Exception {
        boolean mayAsk = clientUsage == null || clientUsage.mayAsk(now);
        if (!last || !mayAsk || !sink.answerPlain(stream, headers, now)) {
            validate(stream, headers, last, now);
        } else if (clientUsage != null) {
            clientUsage.asked(now);
        }
    }

    private void validate(Http2Stream stream, Http2Headers headers, boolean last, long now) throws Http2Exception {
        RequestValidator.Refusal refusal =
                Http2RequestHeadConversion.check(headers, context.limits().get());
        if (refusal != null) {
            sink.refuse(stream, refusal, null, now);
            return;
        }
        HttpRequest request;
        try {
            request = Http2RequestHeadConversion.of(headers, context.upgrades());
        } catch (IllegalArgumentException e) {
            throw Http2RequestHeadConversion.malformed(stream, e);
        }
        refusal = context.rules().get().check(request);
        if (refusal == null && clientUsage != null) {
            refusal = clientUsage.ask(now, context.counts());
        }
        if (refusal == null) {
            sink.take(stream, request, last, now);
        } else {
            sink.refuse(stream, refusal, request, now);
        }
    }
}
