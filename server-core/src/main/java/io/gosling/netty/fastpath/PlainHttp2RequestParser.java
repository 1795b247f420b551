package io.gosling.netty.fastpath;

import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2RequestHeadConversion;
import io.gosling.netty.limits.HttpLimits;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the most usual request of HTTP/2 from its header without allocating an object: the counterpart of {@link
 * PlainRequestParser} for HTTP/1. It accepts only what {@link Http2RequestHeadConversion} and {@link RequestValidator}
 * accept too, and understands it in the same way; all other requests are left to them. Belongs to one event loop; the
 * read values are valid until the next request is read.
 */
public final class PlainHttp2RequestParser implements PlainRequestHead {
    private static final AsciiString GET = AsciiString.cached("GET");
    private static final AsciiString HEAD = AsciiString.cached("HEAD");
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");
    private static final AsciiString HOST = AsciiString.cached("host");
    private static final AsciiString CODINGS = AsciiString.cached("accept-encoding");
    private static final AsciiString SCHEME = AsciiString.cached("x-forwarded-proto");
    private static final AsciiString REFERER = AsciiString.cached("referer");
    private static final AsciiString AGENT = AsciiString.cached("user-agent");
    private static final AsciiString REQUEST_ID = AsciiString.cached("x-request-id");

    private int mostPath;
    private int mostFields;
    private AsciiString method = GET;
    private AsciiString target = GET;
    private AsciiString host = GET;
    private @Nullable AsciiString codings;
    private @Nullable AsciiString scheme;
    private int pathLength;
    private int hostLength;

    public PlainHttp2RequestParser(HttpLimits limits) {
        within(limits);
    }

    public void within(HttpLimits limits) {
        mostPath = limits.get(HttpLimits.REQUEST_LINE);
        mostFields = limits.get(HttpLimits.HEADER_COUNT);
    }

    /** Reads a header that the codec has found to be well formed; returns whether it is that of a plain request. */
    public boolean read(Http2Headers headers) {
        if (headers.size() > mostFields
                || !readMethod(headers.method())
                || !isScheme(headers.scheme())
                || !readTarget(headers.path())
                || !readHost(headers.authority())) {
            return false;
        }
        codings = null;
        scheme = null;
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            if (!readField(field.getKey(), field.getValue())) {
                return false;
            }
        }
        return true;
    }

    public boolean isHead() {
        return method.equals(HEAD);
    }

    @Override
    public String path(String before, StringCache known) {
        return known.get(before, target.array(), target.arrayOffset(), target.arrayOffset() + pathLength);
    }

    @Override
    public String target(String before, StringCache known) {
        return known.get(before, target.array(), target.arrayOffset(), target.arrayOffset() + target.length());
    }

    @Override
    public @Nullable String host(StringCache known) {
        int start = host.arrayOffset();
        return PlainSyntax.isLowerCase(host.array(), start, start + hostLength)
                ? known.get("", host.array(), start, start + hostLength)
                : null;
    }

    @Override
    public @Nullable String codings(StringCache known) {
        AsciiString text = codings;
        return text == null
                ? null
                : known.get("", text.array(), text.arrayOffset(), text.arrayOffset() + text.length());
    }

    @Override
    public boolean isForwardedHttps() {
        return scheme != null && HTTPS.contentEqualsIgnoreCase(scheme);
    }

    /** Adds the request to a log record; costs nothing without a log. */
    public void describe(Http2Headers headers, AccessRecord to) {
        to.put(Part.METHOD, method).put(Part.TARGET, target);
        to.put(Part.PROTOCOL, Http2RequestHeadConversion.PROTOCOL).put(Part.HOST, host);
        to.put(Part.REFERER, headers.get(REFERER)).put(Part.AGENT, headers.get(AGENT));
        to.put(Part.REQUEST_ID, headers.get(REQUEST_ID));
    }

    private boolean readMethod(@Nullable CharSequence given) {
        method = HEAD.equals(given) ? HEAD : GET;
        return method.equals(given);
    }

    private static boolean isScheme(@Nullable CharSequence given) {
        return HTTPS.equals(given) || HTTP.equals(given);
    }

    private boolean readTarget(@Nullable CharSequence given) {
        if (!(given instanceof AsciiString text) || text.isEmpty() || text.length() > mostPath) {
            return false;
        }
        byte[] bytes = text.array();
        int from = text.arrayOffset();
        int to = from + text.length();
        int query = to;
        for (int i = to - 1; i >= from; i--) {
            if (!PlainSyntax.is(PlainSyntax.TARGET, bytes[i])) {
                return false;
            }
            query = bytes[i] == '?' ? i : query;
        }
        target = text;
        pathLength = query - from;
        return bytes[from] == '/';
    }

    private boolean readHost(@Nullable CharSequence given) {
        if (!(given instanceof AsciiString text)) {
            return false;
        }
        int from = text.arrayOffset();
        host = text;
        hostLength = PlainSyntax.hostNameEnd(text.array(), from, from + text.length()) - from;
        return hostLength > 0;
    }

    private boolean readField(CharSequence name, CharSequence value) {
        if (!(name instanceof AsciiString ascii) || !(value instanceof AsciiString text) || HOST.equals(ascii)) {
            return false;
        }
        int from = text.arrayOffset();
        int to = from + text.length();
        for (int i = from; i < to; i++) {
            if (!PlainSyntax.is(PlainSyntax.VALUE, text.array()[i])) {
                return false;
            }
        }
        if (CODINGS.equals(ascii)) {
            if (codings != null) {
                return false;
            }
            codings = text;
        } else if (scheme == null && SCHEME.equals(ascii)) {
            scheme = text;
        }
        return !Http2RequestHeadConversion.hasSpaceAround(text) && isPlainName(ascii);
    }

    /** Pseudo-headers are those that were read above: the codec lets no other through, and each once. */
    private static boolean isPlainName(AsciiString name) {
        byte[] bytes = name.array();
        int from = name.arrayOffset();
        int length = name.length();
        if (length > 0 && bytes[from] == ':') {
            return true;
        }
        for (int i = from; i < from + length; i++) {
            if (!PlainSyntax.is(PlainSyntax.NAME, bytes[i])) {
                return false;
            }
        }
        return length > 0 && !PlainSyntax.isLeft(bytes, from, length);
    }
}
