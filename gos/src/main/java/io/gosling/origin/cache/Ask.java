package io.gosling.origin.cache;

import io.gosling.caching.RequestTerms;
import io.gosling.caching.StoredFields;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.netty.client.ClientUpload;
import io.gosling.origin.slices.Slice;
import io.gosling.origin.upstream.ClientContext;
import io.gosling.origin.upstream.ForwardedRequest;
import io.gosling.origin.upstream.NormalizedHost;
import io.gosling.origin.upstream.ReplySettings;
import io.gosling.origin.upstream.Upstream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request as a value, which may outlive it: for asking the origin in the background.
 *
 * @param target path and query as they came
 * @param url what responses to it are kept under: scheme and host as the client or the settings have them, and the target
 * @param headers the client's, without those of its connection
 * @param sent those that the origin is told, but for conditions; what a response varies by is looked for here, so that a
 *     client cannot name a field for the key and keep it from the origin
 * @param bodyLength in bytes, {@link #NO_BODY} for none, {@link #UNKNOWN} when it is not announced
 * @param segment what is asked for instead of a whole response; null for that
 * @param caller for a handler of this process, what it sees of the client; null for another server
 */
record Ask(
        String method,
        String target,
        String url,
        Headers headers,
        Headers sent,
        RequestTerms terms,
        boolean secure,
        long bodyLength,
        @Nullable Slice segment,
        @Nullable ClientContext caller) {
    static final long NO_BODY = -2;
    static final long UNKNOWN = -1;

    /** Methods whose requests have no body, or one of which it is said how long it is. */
    private static final Set<String> BARE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    static Ask of(
            Request request, ForwardedRequest passage, Predicate<InetAddress> proxies, @Nullable ClientContext caller) {
        String query = request.rawQuery();
        String target = query.isEmpty() ? request.rawPath() : request.rawPath() + "?" + query;
        InetAddress address = request.remoteAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
        boolean trusted = address != null && proxies.test(address);
        boolean secure = passage.isSecure(request, trusted);
        Headers passed = StoredFields.passedOn(request.headers());
        Headers headers = passage.judged(passed, request);
        String client = address == null ? "" : address.getHostAddress();
        return new Ask(
                request.method(),
                target,
                prefix(passage.settings(), request.headers(), secure) + target,
                headers,
                passage.of(passed, client, trusted, secure),
                RequestTerms.of(headers),
                secure,
                bodyLength(request),
                null,
                caller == null ? null : caller.asking(secure));
    }

    /** The same as who has been found out below to ask; itself where nobody was, or that was known before. */
    Ask identified() {
        boolean found = caller != null && caller.attributes().get(Request.USER) != null && !terms.credentials();
        if (!found) {
            return this;
        }
        Headers named = headers.plus("Authorization", "user");
        return new Ask(method, target, url, named, sent, RequestTerms.of(named), secure, bodyLength, segment, caller);
    }

    /** The same of somebody who takes no bytes, and for whom nobody waits. To be made by the request's own thread. */
    Ask withoutBytes() {
        return new Ask("HEAD", target, url, headers, sent, terms, secure, bodyLength, segment, alone());
    }

    /** The same for another thread, while the request's own one goes on. */
    Ask detached() {
        return caller == null
                ? this
                : new Ask(method, target, url, headers, sent, terms, secure, bodyLength, segment, alone());
    }

    private @Nullable ClientContext alone() {
        return caller == null ? null : caller.detached();
    }

    /** The question for a response to a GET, with these fields. */
    Upstream.Message asking(Headers fields) {
        return new Upstream.Message("GET", target, fields, null, caller);
    }

    /** Why it goes below as it is, and nothing of its response is kept; null where memory may answer it. */
    @Nullable
    String whyPassed() {
        boolean readable = method.equals("GET") || isHead();
        return !readable ? "method" : isForOriginAlone() ? "request" : null;
    }

    /** Who is asked: the origin as it is, or as the source of a segment. */
    Upstream of(Upstream origin) {
        Slice part = segment;
        return part == null ? origin : new SliceUpstream(origin, part);
    }

    /** A request for a URL, as responses are kept under it, that no client has sent. */
    static Ask ofNobody(String url, ForwardedRequest passage) {
        int host = url.indexOf("://") + 3;
        int path = url.indexOf('/', host);
        boolean secure = url.startsWith("https:");
        Headers headers = Headers.of("Host", url.substring(host, path));
        Headers sent = passage.of(headers, "", false, secure);
        return new Ask(
                "GET", url.substring(path), url, headers, sent, RequestTerms.of(headers), secure, NO_BODY, null, null);
    }

    private static long bodyLength(Request request) {
        Headers headers = request.headers();
        String length = headers.first("Content-Length");
        if (length != null) {
            return Long.parseLong(length.strip());
        }
        // Over HTTP/2 a body need not be announced (RFC 9113, section 8.1).
        boolean silent = request.protocol().startsWith("HTTP/2") && !BARE.contains(request.method());
        return silent || headers.contains("Transfer-Encoding") ? UNKNOWN : NO_BODY;
    }

    private static String prefix(ReplySettings settings, Headers headers, boolean secure) {
        String host = headers.first("Host");
        return settings.keepsHost() && host != null
                ? scheme(secure) + settings.keyPrefix(NormalizedHost.of(host, secure))
                : prefix(settings, secure);
    }

    /** What keys begin with where the client's host means nothing. */
    static String prefix(ReplySettings settings, boolean secure) {
        return scheme(secure) + settings.keyPrefix(null);
    }

    private static String scheme(boolean secure) {
        return secure ? "https://" : "http://";
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether it says who asks: an answer to it may be about nobody else, a failure too. */
    boolean isPersonal() {
        return terms.credentials() || sent.contains("Cookie") || sent.contains("Authorization");
    }

    /** What is sent of the client's body; null when it has none. */
    @Nullable
    ClientUpload upload(InputStream body) {
        return bodyLength == NO_BODY ? null : new ClientUpload(body, bodyLength);
    }

    /** Conditions that only an origin can judge (RFC 9111, section 4.3.2), or a body, which no stored response answers. */
    private boolean isForOriginAlone() {
        return headers.contains("If-Match")
                || headers.contains("If-Unmodified-Since")
                || bodyLength == UNKNOWN
                || bodyLength > 0;
    }
}
