package io.gosling.netty.http2;

import io.gosling.netty.http1.RequestRules;
import io.gosling.netty.listen.AddressUsage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A validator of the requests of one connection of HTTP/2 for a {@link Http2RequestSink}, at a node as at a front-end.
 * Belongs to the connection's loop.
 */
public record Http2RequestValidator(
        Http2ServerContext context,
        Supplier<RequestRules> rules,
        @Nullable AddressUsage clientUsage,
        Http2RequestSink taker)
        implements Http2StreamListener {
    @Override
    public void begin(Http2Stream stream, Http2Headers headers, boolean last, long now) throws Http2Exception {
        RequestRules.Refusal refusal =
                Http2RequestHead.check(headers, context.limits().get());
        if (refusal != null) {
            taker.refuse(stream, refusal, null, now);
            return;
        }
        HttpRequest request;
        try {
            request = Http2RequestHead.of(headers, context.upgrades());
        } catch (IllegalArgumentException e) {
            throw Http2RequestHead.malformed(stream, e);
        }
        refusal = rules.get().check(request);
        if (refusal == null && clientUsage != null) {
            refusal = clientUsage.ask(now, context.counts());
        }
        if (refusal == null) {
            taker.take(stream, request, last, now);
        } else {
            taker.refuse(stream, refusal, request, now);
        }
    }

    /** Does nothing: the responder, which learns that a stream has ended, ends its work. */
    @Override
    public void abandon() {}

    @Override
    public int running() {
        return 0;
    }
}
