package io.gosling.netty.http1;

import io.gosling.http.Headers;
import io.gosling.netty.limits.HttpLimits;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks a decoded request for faults that the decoder let through. Pure; used by every event loop. Strict where two
 * readers could understand a request differently (RFC 9112, section 11.2); after a refusal the connection is closed.
 */
public final class RequestValidator {
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

    private final int mostFields;
    private final long mostBody;

    /** The refusal of a request, with headers such as Allow; the reason is for the log and never echoes the request. */
    public record Refusal(int status, String reason, Headers fields) {
        public Refusal(int status, String reason) {
            this(status, reason, Headers.empty());
        }
    }

    public RequestValidator(HttpLimits limits) {
        this.mostFields = limits.get(HttpLimits.HEADER_COUNT);
        this.mostBody = limits.get(HttpLimits.BODY);
    }

    /** Returns the refusal of a request, or null when it may go on. Also looks at its decoder result. */
    public @Nullable Refusal check(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return ofFailure(request.decoderResult().cause());
        }
        Refusal refusal = checkTarget(request.method(), request.uri());
        if (refusal == null) {
            refusal = checkHost(request);
        }
        return refusal == null ? checkFields(request) : refusal;
    }

    static Refusal ofFailure(@Nullable Throwable cause) {
        if (cause instanceof RawHeaderValidator.LineFault fault) {
            return new Refusal(fault.status, String.valueOf(fault.getMessage()));
        }
        if (cause instanceof TooLongHttpLineException) {
            return new Refusal(414, "the request line is too long");
        }
        return cause instanceof TooLongHttpHeaderException
                ? new Refusal(431, "the header is too long")
                : new Refusal(400, "the request is malformed");
    }

    private static @Nullable Refusal checkTarget(HttpMethod method, String target) {
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c > '~' || c == '#') {
                return new Refusal(400, "the target holds a character that must be percent-encoded");
            }
        }
        if (method.equals(HttpMethod.CONNECT) || method.equals(HttpMethod.TRACE)) {
            return new Refusal(501, "CONNECT is for proxies, and TRACE would repeat what others must not see");
        }
        if (target.startsWith("/")) {
            return null;
        }
        if (target.equals("*")) {
            return method.equals(HttpMethod.OPTIONS) ? null : new Refusal(400, "the target * is for OPTIONS");
        }
        return RequestTarget.parse(target) == null
                ? new Refusal(400, "the target must begin with a slash or be an http URL")
                : null;
    }

    private static @Nullable Refusal checkHost(HttpRequest request) {
        HttpHeaders headers = request.headers();
        String host = headers.get(HttpHeaderNames.HOST);
        if (host == null) {
            return request.protocolVersion().equals(HttpVersion.HTTP_1_0)
                    ? null
                    : new Refusal(400, "a request of HTTP/1.1 must have a Host");
        }
        if (!AuthoritySyntax.isValid(host)) {
            return new Refusal(400, "Host must be a name or address, and a port");
        }
        return headers.getAll(HttpHeaderNames.HOST).size() == 1 ? null : new Refusal(400, "there must be one Host");
    }

    private @Nullable Refusal checkFields(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (headers.size() > mostFields) {
            return new Refusal(431, "there are more than " + mostFields + " header fields");
        }
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        boolean coded = headers.contains(HttpHeaderNames.TRANSFER_ENCODING);
        Refusal refusal = coded ? checkCoding(request, length) : null;
        if (refusal == null && length != null) {
            refusal = checkLength(headers, length);
        }
        if (refusal == null && headers.contains(HttpHeaderNames.EXPECT)) {
            refusal = checkExpect(headers);
        }
        return refusal == null && MaxForwards.of(request) == null
                ? new Refusal(400, "Max-Forwards must be one number")
                : refusal;
    }

    private static @Nullable Refusal checkExpect(HttpHeaders headers) {
        boolean known = headers.getAll(HttpHeaderNames.EXPECT).stream().allMatch("100-continue"::equalsIgnoreCase);
        return known ? null : new Refusal(417, "only 100-continue can be expected");
    }

    private static @Nullable Refusal checkCoding(HttpRequest request, @Nullable String length) {
        List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (length != null || request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return new Refusal(400, "Transfer-Encoding cannot stand beside Content-Length or in HTTP/1.0");
        }
        if (codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked")) {
            return null;
        }
        return codings.getLast().toLowerCase(Locale.ROOT).endsWith("chunked")
                ? new Refusal(501, "the only transfer coding is chunked")
                : new Refusal(400, "the last transfer coding must be chunked");
    }

    private @Nullable Refusal checkLength(HttpHeaders headers, String length) {
        if (!LENGTH.matcher(length).matches()
                || headers.getAll(HttpHeaderNames.CONTENT_LENGTH).size() != 1) {
            return new Refusal(400, "Content-Length must be one number");
        }
        return Long.parseLong(length) > mostBody
                ? new Refusal(413, "the body is longer than " + mostBody + " bytes")
                : null;
    }
}
