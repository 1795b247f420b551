package io.gosling.origin.cache;

import io.gosling.caching.CacheHeaderSelector;
import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.common.ClusterProcessAddress;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.netty.client.ClientUpload;
import io.gosling.netty.client.HttpClient;
import io.gosling.origin.upstream.HandlerRequestContext;
import io.gosling.origin.upstream.HostHeaderNormalizer;
import io.gosling.origin.upstream.Upstream;
import io.gosling.origin.upstream.UpstreamRequestHeaderBuilder;
import io.gosling.origin.upstream.UpstreamSettings;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request as a value, which may outlive the exchange: as for background requests.
 *
 * @param url the key under which responses to it are stored: scheme and host as the client or the settings have them,
 *     and the target
 * @param headers the client's, without the hop-by-hop ones
 * @param sent the headers for the origin, but for conditions; the headers that a response varies by are read here, so
 *     that a client cannot name a header for the key and keep it from the origin
 * @param bodyLength in bytes, {@link #NO_BODY} for none, {@link #UNKNOWN} when it is not announced
 * @param slice the slice that is requested instead of a whole response; null for none
 * @param caller for a handler of this process, the client context; null for another server
 * @param interim the way to the client for interim responses, on the request's own thread; null for none
 */
record CacheRequest(
        String method,
        String target,
        String url,
        Headers headers,
        Headers sent,
        RequestCacheDirectives terms,
        boolean secure,
        long bodyLength,
        @Nullable ResponseSlice slice,
        @Nullable HandlerRequestContext caller,
        HttpClient.@Nullable Interim interim) {
    static final long NO_BODY = -2;
    static final long UNKNOWN = -1;

    /** Safe methods (RFC 9110, section 9.2.1): they change nothing that is kept. */
    static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private static final Set<String> WITH_BODIES = Set.of("POST", "PUT", "PATCH");

    static CacheRequest of(
            Request request,
            UpstreamRequestHeaderBuilder headerBuilder,
            Predicate<InetAddress> proxies,
            @Nullable Handler handler) {
        String query = request.rawQuery();
        String target = query.isEmpty() ? request.rawPath() : request.rawPath() + "?" + query;
        InetAddress address = request.remoteAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
        boolean trusted =
                request.remoteAddress() instanceof ClusterProcessAddress || address != null && proxies.test(address);
        boolean secure = headerBuilder.isSecure(request, trusted);
        Headers all = CacheHeaderSelector.passedOn(request.headers());
        Headers passed = request.method().equals("POST") ? all : UpstreamRequestHeaderBuilder.withItsOwnMethod(all);
        Headers headers = headerBuilder.judged(passed, request);
        boolean mayBeStored = mayBeStored(request.method())
                && OriginTunnel.asked(request, headerBuilder.settings().upgrades()) == null;
        String client = address == null ? "" : address.getHostAddress();
        return new CacheRequest(
                request.method(),
                target,
                prefix(headerBuilder.settings(), request.headers(), secure) + target,
                headers,
                headerBuilder.of(passed, client, trusted, secure, mayBeStored),
                RequestCacheDirectives.of(headers),
                secure,
                bodyLength(request),
                null,
                handler == null ? null : HandlerRequestContext.of(request, handler, secure),
                (status, fields) -> request.sendInterim(status, CacheHeaderSelector.passedOn(fields)));
    }

    /** Returns the request with the client that was identified by the handler below. */
    CacheRequest identified() {
        boolean found = caller != null && caller.attributes().get(Request.USER) != null && !terms.credentials();
        return found ? withHeaders(headers.plus("Authorization", "user")) : this;
    }

    private CacheRequest withHeaders(Headers judged) {
        RequestCacheDirectives own = RequestCacheDirectives.of(judged);
        return new CacheRequest(method, target, url, judged, sent, own, secure, bodyLength, slice, caller, interim);
    }

    /** The request for a slice, stored under this key: with those cache directives that apply to every slice. */
    CacheRequest forSlice(ResponseSlice wanted, String key) {
        Headers kept = terms.storesNothing() ? Headers.of("Cache-Control", "no-store") : Headers.empty();
        Headers said = terms.onlyStored() ? kept.plus("Cache-Control", "only-if-cached") : kept;
        Headers plain = RevalidationHeaderBuilder.unconditional(sent);
        RequestCacheDirectives own = RequestCacheDirectives.of(said);
        return new CacheRequest("GET", target, key, said, plain, own, secure, NO_BODY, wanted, caller, null);
    }

    /** The same for a background request that reads no bytes. To be made by the request's own thread. */
    CacheRequest withoutBytes() {
        return alone("HEAD");
    }

    /** The same for another thread, while the request's own one goes on. */
    CacheRequest detached() {
        return alone(method);
    }

    private CacheRequest alone(String other) {
        HandlerRequestContext client = caller == null ? null : caller.detached();
        return new CacheRequest(other, target, url, headers, sent, terms, secure, bodyLength, slice, client, null);
    }

    /** The message that requests a response to a GET, with these headers. */
    Upstream.Message message(Headers fields) {
        return new Upstream.Message("GET", target, fields, null, caller, interim);
    }

    /** The reason to forward it and store nothing; null where memory may answer it. */
    @Nullable
    String whyPassed() {
        return !mayBeStored(method) ? "method" : isForOriginAlone() ? "request" : null;
    }

    private static boolean mayBeStored(String method) {
        return method.equals("GET") || method.equals("HEAD");
    }

    Upstream of(Upstream origin) {
        ResponseSlice part = slice;
        return part == null ? origin : new SliceUpstream(origin, part);
    }

    /** A request for a URL, as responses are kept under it, that no client has sent. */
    static CacheRequest ofNobody(String url, UpstreamRequestHeaderBuilder headerBuilder) {
        int host = url.indexOf("://") + 3;
        int path = url.indexOf('/', host);
        boolean secure = url.startsWith("https:");
        // Behind the name of a site there may be the client's host.
        int name = url.lastIndexOf('@', path) + 1;
        Headers headers = Headers.of("Host", url.substring(Math.max(host, name), path));
        Headers sent = headerBuilder.of(headers, "", false, secure, true);
        return new CacheRequest(
                "GET",
                url.substring(path),
                url,
                headers,
                sent,
                RequestCacheDirectives.of(headers),
                secure,
                NO_BODY,
                null,
                null,
                null);
    }

    private static long bodyLength(Request request) {
        String length = request.headers().first("Content-Length");
        if (length != null) {
            return Long.parseLong(length.strip());
        }
        if (request.hasBody()) {
            return UNKNOWN;
        }
        // Of these an origin may expect a length in any case (RFC 9110, section 8.6).
        return WITH_BODIES.contains(request.method()) ? 0 : NO_BODY;
    }

    private static String prefix(UpstreamSettings settings, Headers headers, boolean secure) {
        String host = headers.first("Host");
        return settings.keepsHost() && host != null
                ? scheme(secure) + settings.keyPrefix(HostHeaderNormalizer.of(host, secure))
                : prefix(settings, secure);
    }

    static String prefix(UpstreamSettings settings, boolean secure) {
        return scheme(secure) + settings.keyPrefix(null);
    }

    private static String scheme(boolean secure) {
        return secure ? "https://" : "http://";
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** True if it identifies the client, so that the response may be private. */
    boolean isPersonal() {
        return terms.credentials() || sent.contains("Cookie") || sent.contains("Authorization");
    }

    @Nullable
    ClientUpload upload(InputStream body) {
        return bodyLength == NO_BODY ? null : new ClientUpload(body, bodyLength);
    }

    /** True for conditions that only an origin can judge (RFC 9111, section 4.3.2), and for bodies. */
    private boolean isForOriginAlone() {
        return headers.contains("If-Match")
                || headers.contains("If-Unmodified-Since")
                || bodyLength == UNKNOWN
                || bodyLength > 0;
    }
}
