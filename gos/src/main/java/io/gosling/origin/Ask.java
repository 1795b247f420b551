package io.gosling.origin;

import io.gosling.caching.RequestTerms;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * A request as a value, which may outlive it: for asking the origin in the background.
 *
 * @param target path and query as they came
 * @param url what responses to it are kept under: scheme and host as the client or the settings have them, and the target
 * @param client the other end of its connection
 * @param trusted whether that is a proxy whose word about the client is taken
 * @param secure whether it came over TLS, as far as is known
 */
record Ask(
        String method,
        String target,
        String url,
        Headers headers,
        RequestTerms terms,
        String client,
        boolean trusted,
        boolean secure) {

    static Ask of(Request request, OriginSettings settings, Predicate<InetAddress> proxies) {
        String query = request.rawQuery();
        String target = query.isEmpty() ? request.rawPath() : request.rawPath() + "?" + query;
        InetAddress address = request.remoteAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
        boolean trusted = address != null && proxies.test(address);
        boolean secure = request.isSecure()
                || (trusted && "https".equalsIgnoreCase(request.headers().first("X-Forwarded-Proto")));
        Headers headers = request.headers();
        return new Ask(
                request.method(),
                target,
                prefix(settings, headers, secure) + target,
                headers,
                RequestTerms.of(headers),
                address == null ? "" : address.getHostAddress(),
                trusted,
                secure);
    }

    private static String prefix(OriginSettings settings, Headers headers, boolean secure) {
        String host = headers.first("Host");
        return settings.keepsHost() && host != null
                ? scheme(secure) + host.toLowerCase(Locale.ROOT)
                : prefix(settings, secure);
    }

    /** What keys begin with where the client's host means nothing. */
    static String prefix(OriginSettings settings, boolean secure) {
        return scheme(secure) + settings.address().authority();
    }

    private static String scheme(boolean secure) {
        return secure ? "https://" : "http://";
    }

    /** The same URL for clients that came the other way. */
    String otherUrl() {
        return secure ? "http" + url.substring("https".length()) : "https" + url.substring("http".length());
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** Conditions that only an origin can judge (RFC 9111, section 4.3.2), or a body, which no stored response answers. */
    boolean isForOriginAlone() {
        return headers.contains("If-Match")
                || headers.contains("If-Unmodified-Since")
                || headers.contains("Transfer-Encoding")
                || (headers.contains("Content-Length") && !"0".equals(headers.first("Content-Length")));
    }
}
