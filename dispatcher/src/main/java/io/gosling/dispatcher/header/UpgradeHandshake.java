package io.gosling.dispatcher.header;

import io.gosling.wire.SecureHashes;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Protocol upgrades on an HTTP/1.1 connection or an HTTP/2 stream (RFC 8441), to protocols that are passed through (RFC
 * 9110, section 7.8). Pure.
 */
public final class UpgradeHandshake {
    private static final String WEBSOCKET = "websocket";

    /** Suffix of the key (RFC 6455, section 1.3). */
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private UpgradeHandshake() {}

    /**
     * Returns the first requested protocol among {@code passed}, in lower case; null for an ordinary request, one with
     * a body, or not a GET.
     */
    static @Nullable String asked(HttpRequest request, Set<String> passed) {
        HttpHeaders headers = request.headers();
        if (!headers.contains(HttpHeaderNames.UPGRADE)) {
            return null;
        }
        boolean may = request.method().equals(HttpMethod.GET)
                && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true);
        return may ? first(headers.getAll(HttpHeaderNames.UPGRADE), passed) : null;
    }

    private static @Nullable String first(List<String> lines, Set<String> passed) {
        for (String line : lines) {
            for (String protocol : line.split(",", -1)) {
                String name = protocol.strip().toLowerCase(Locale.ROOT);
                if (passed.contains(name)) {
                    return name;
                }
            }
        }
        return null;
    }

    /** Adds the upgrade, or a 426's demand, to headers without connection headers. */
    static void ask(HttpHeaders headers, String protocol) {
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE);
        headers.set(HttpHeaderNames.UPGRADE, protocol);
    }

    /** Adds the WebSocket nonce for a stream of HTTP/2, which has none (RFC 8441, section 5.1). */
    public static void askForStream(HttpHeaders headers, byte[] nonce) {
        headers.set(HttpHeaderNames.SEC_WEBSOCKET_KEY, Base64.getEncoder().encodeToString(nonce));
    }

    /** The header of a change that was granted to a stream, from that of {@link #granted}. */
    public static HttpResponse ofStream(HttpResponse granted) {
        HttpHeaders headers = granted.headers();
        headers.remove(HttpHeaderNames.CONNECTION)
                .remove(HttpHeaderNames.UPGRADE)
                .remove(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT);
        return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, headers);
    }

    /**
     * Returns true if a 101 grants exactly the requested protocol, with the proof of a WebSocket (RFC 6455, section
     * 4.2.2).
     *
     * @param asked null when nothing was requested
     */
    public static boolean isGranted(HttpResponse response, @Nullable String asked) {
        HttpHeaders headers = response.headers();
        return asked != null
                && response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)
                && headers.getAll(HttpHeaderNames.UPGRADE).size() == 1
                && asked.equalsIgnoreCase(headers.get(HttpHeaderNames.UPGRADE).strip())
                && (!asked.equals(WEBSOCKET) || headers.contains(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT));
    }

    /**
     * Returns true if a grant answers this key (RFC 6455, section 4.1), or no WebSocket was requested.
     *
     * @param asked the request as the back-end got it
     */
    public static boolean provesKey(HttpResponse granted, HttpRequest asked) {
        String key = asked.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
        boolean isWebSocket = WEBSOCKET.equalsIgnoreCase(asked.headers().get(HttpHeaderNames.UPGRADE));
        if (key == null || !isWebSocket) {
            return true;
        }
        List<String> proofs = granted.headers().getAll(HttpHeaderNames.SEC_WEBSOCKET_ACCEPT);
        return proofs.size() == 1 && proofs.getFirst().strip().equals(proof(key));
    }

    private static String proof(String key) {
        byte[] digest = SecureHashes.sha1().digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
        return Base64.getEncoder().encodeToString(digest);
    }

    /** The header of a granted change as the client gets it. */
    public static HttpResponse granted(HttpResponse response, String protocol, String pseudonym) {
        HttpHeaders headers = response.headers();
        HopByHopRemover.strip(headers);
        headers.remove(HttpHeaderNames.CONTENT_LENGTH);
        ask(headers, protocol);
        ForwardingHeaderAppender.via(headers, HttpVersion.HTTP_1_1, pseudonym);
        return new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS, headers);
    }
}
