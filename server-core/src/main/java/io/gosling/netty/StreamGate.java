package io.gosling.netty;

import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges the requests of one connection of HTTP/2 for a {@link StreamTaker}. Belongs to the connection's loop. */
final class StreamGate implements StreamService {
    private final StreamContext context;
    private final Supplier<WireRules> rules;
    private final StreamTaker taker;
    private final @Nullable Visitor visitor;

    StreamGate(StreamContext context, Supplier<WireRules> rules, @Nullable Visitor visitor, StreamTaker taker) {
        this.context = context;
        this.rules = rules;
        this.visitor = visitor;
        this.taker = taker;
    }

    @Override
    public void begin(Http2Stream stream, Http2Headers headers, boolean last, long now) throws Http2Exception {
        WireRules.Refusal refusal =
                StreamRequest.check(headers, context.limits().get());
        if (refusal != null) {
            taker.refuse(stream, refusal, null, now);
            return;
        }
        HttpRequest request;
        try {
            request = StreamRequest.of(headers);
        } catch (IllegalArgumentException e) {
            throw StreamRequest.malformed(stream, e);
        }
        refusal = rules.get().check(request);
        if (refusal == null && visitor != null && !visitor.mayAsk(now)) {
            context.counts().hit(Limit.ADDRESS_RATE);
            Headers later = Headers.of("Retry-After", Long.toString(visitor.retryAfter(now)));
            refusal = new WireRules.Refusal(429, "too many requests came from there", later);
        }
        if (refusal != null) {
            taker.refuse(stream, refusal, request, now);
            return;
        }
        if (visitor != null) {
            visitor.asked(now);
        }
        taker.take(stream, request, last, now);
    }

    /** Whoever is told that a stream has ended ends its work. */
    @Override
    public void abandon() {}

    @Override
    public int running() {
        return 0;
    }
}
