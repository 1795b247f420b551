package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.header.RouteHeaderRewriter;
import io.gosling.http.Headers;
import io.gosling.netty.http1.MaxForwards;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Date;

/**
 * A response of the front-end itself, without one from a back-end.
 *
 * @param reason a sentence for the client; never echoes its request
 * @param fields further headers, such as Allow
 * @param headerRules those of the request's routes
 */
public record LocalResponse(int status, String reason, Headers fields, HeaderRuleFilter headerRules) {
    private static final int RETRY_AFTER_SECONDS = 1;

    public LocalResponse(int status, String reason) {
        this(status, reason, Headers.empty());
    }

    LocalResponse(int status, String reason, Headers fields) {
        this(status, reason, fields, HeaderRuleFilter.NONE);
    }

    LocalResponse changedBy(HeaderRuleFilter rules) {
        return new LocalResponse(status, reason, fields, rules);
    }

    static LocalResponse noRoom(String reason) {
        return new LocalResponse(503, reason);
    }

    /** The answer to an OPTIONS request that must not be forwarded: it has no body. */
    static LocalResponse ofOptions() {
        return new LocalResponse(HttpResponseStatus.NO_CONTENT.code(), "", MaxForwards.answer());
    }

    public static LocalResponse to(RequestValidator.Refusal refusal) {
        return new LocalResponse(refusal.status(), refusal.reason(), refusal.fields());
    }

    public static LocalResponse after(BackendFailureReason failure) {
        return new LocalResponse(failure.status, failure.reason);
    }

    public FullHttpResponse response(boolean close, boolean http10) {
        HttpResponseStatus line = HttpResponseStatus.valueOf(status);
        boolean body = status != HttpResponseStatus.NO_CONTENT.code();
        String text = body ? status + " " + line.reasonPhrase() + ": " + reason + "\n" : "";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, line, Unpooled.wrappedBuffer(bytes));
        fields.forEach(field -> response.headers().add(field.name(), field.value()));
        response.headers()
                .set(HttpHeaderNames.DATE, DateFormatter.format(new Date()))
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        if (body) {
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        }
        if (status == HttpResponseStatus.SERVICE_UNAVAILABLE.code()) {
            response.headers().setInt(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        RouteHeaderRewriter.change(response, headerRules);
        if (close) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (http10) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        return response;
    }
}
