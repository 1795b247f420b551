package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.header.RouteHeaderRewriter;
import io.gosling.dispatcher.settings.ErrorPages;
import io.gosling.dispatcher.settings.RelaySettings;
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
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Date;

/**
 * A response of the front-end itself, without one from a back-end.
 *
 * @param error as in {@link BackendFailureReason#error}; empty for a response that is no error
 * @param reason a sentence for the client; never echoes its request
 * @param fields further headers, such as Allow
 * @param headerRules those of the request's routes
 */
public record LocalResponse(int status, String error, String reason, Headers fields, HeaderRuleFilter headerRules) {
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final AsciiString PROXY_STATUS = AsciiString.cached("proxy-status");

    public LocalResponse(int status, String reason) {
        this(status, reason, Headers.empty());
    }

    LocalResponse(int status, String reason, Headers fields) {
        this(status, errorOf(status), reason, fields, HeaderRuleFilter.NONE);
    }

    LocalResponse(int status, String error, String reason) {
        this(status, error, reason, Headers.empty(), HeaderRuleFilter.NONE);
    }

    /** The error of a request that breaks a rule, or asks for something that is not done here. */
    private static String errorOf(int status) {
        return status < 400 ? "" : status < 500 ? "http_request_error" : "http_request_denied";
    }

    LocalResponse changedBy(HeaderRuleFilter rules) {
        return new LocalResponse(status, error, reason, fields, rules);
    }

    static LocalResponse noRoom(String reason) {
        return new LocalResponse(503, BackendFailureReason.CROWDED.error, reason);
    }

    /** The answer to an OPTIONS request that must not be forwarded: it has no body. */
    static LocalResponse ofOptions() {
        return new LocalResponse(HttpResponseStatus.NO_CONTENT.code(), "", MaxForwards.answer());
    }

    public static LocalResponse to(RequestValidator.Refusal refusal) {
        return new LocalResponse(refusal.status(), refusal.reason(), refusal.fields());
    }

    public static LocalResponse after(BackendFailureReason failure) {
        return new LocalResponse(failure.status, failure.error, failure.reason);
    }

    public FullHttpResponse response(boolean close, boolean http10, FrontEndContext.Terms terms) {
        HttpResponseStatus line = HttpResponseStatus.valueOf(status);
        boolean body = status != HttpResponseStatus.NO_CONTENT.code();
        ErrorPages.Page page = terms.errorPages().of(status);
        if (page == null) {
            String text = body ? status + " " + line.reasonPhrase() + ": " + reason + "\n" : "";
            page = new ErrorPages.Page("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
        }
        var response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, line, Unpooled.wrappedBuffer(page.bytes()));
        fields.forEach(field -> response.headers().add(field.name(), field.value()));
        response.headers()
                .set(HttpHeaderNames.DATE, DateFormatter.format(new Date()))
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        if (body) {
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, page.mediaType())
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, page.bytes().length);
        }
        if (!error.isEmpty()) {
            response.headers().set(PROXY_STATUS, '"' + terms.relay().get(RelaySettings.VIA) + "\"; error=" + error);
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
