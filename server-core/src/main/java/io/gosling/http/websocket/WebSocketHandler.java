package io.gosling.http.websocket;

import io.gosling.document.Body;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.wire.SecureHashes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers the WebSocket handshake (RFC 6455, section 4.2) with 101, whose body is the talk: it is written as any
 * written body, and the request's body is then the stream of the client's bytes.
 *
 * @param origins of pages that may connect; null for pages of the requested host, and clients that are not browsers
 */
record WebSocketHandler(
        WebSocketSession.Talk talk,
        WebSocketLimits limits,
        @Nullable Set<String> origins) implements Handler {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int GOING_AWAY = 1001;
    private static final int FAILED = 1011;

    @Override
    public Response handle(Request request) {
        String key = request.headers().first("Sec-WebSocket-Key");
        if (!request.headers().lists("Upgrade", "websocket")
                || !request.headers().lists("Connection", "upgrade")) {
            return ErrorPageBuilder.of(426, Headers.of("Upgrade", "websocket"));
        }
        if (!"13".equals(request.headers().first("Sec-WebSocket-Version"))) {
            return ErrorPageBuilder.of(400, Headers.of("Sec-WebSocket-Version", "13"));
        }
        if (!request.method().equals("GET") || key == null || !isKey(key)) {
            return ErrorPageBuilder.of(400);
        }
        if (!mayConnect(request)) {
            return ErrorPageBuilder.of(403);
        }
        Headers headers = Headers.of("Upgrade", "websocket", "Sec-WebSocket-Accept", accept(key));
        return new Response(101, headers, new Body.Written(out -> talk(request, request.body(), out)));
    }

    void talk(Request request, InputStream in, OutputStream out) throws Exception {
        out.flush();
        WebSocketSession socket = new WebSocketSession(request, limits, in, out);
        request.whenDraining(() -> sayGoodbye(socket));
        Thread pinging = Thread.ofVirtual().name("websocket-ping").start(() -> ping(socket));
        try {
            talk.with(socket);
            socket.close(WebSocketSession.NORMAL, "");
        } catch (WebSocketException e) {
            socket.close(e.code(), "");
        } catch (Exception | Error e) {
            tryToSayWhy(socket, e);
            throw e;
        } finally {
            socket.end();
            pinging.interrupt();
            pinging.join();
        }
    }

    /** Tries to send the reason of a failure, which may be that nothing can be sent. */
    private static void tryToSayWhy(WebSocketSession socket, Throwable failure) {
        try {
            socket.close(FAILED, "");
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Sends a close frame. The client's answer ends the talk; without one it is cut off when the drain is over. */
    private static void sayGoodbye(WebSocketSession socket) {
        try {
            socket.close(GOING_AWAY, "");
        } catch (IOException e) {
            // It has left already.
        }
    }

    private void ping(WebSocketSession socket) {
        try {
            while (true) {
                Thread.sleep(limits.ping());
                socket.ping();
            }
        } catch (IOException | InterruptedException e) {
            // The talk is over, or ends with the same failure.
        }
    }

    private boolean mayConnect(Request request) {
        String origin = request.headers().first("Origin");
        if (origin == null) {
            return true;
        }
        if (origins != null) {
            return origins.contains("*") || origins.contains(origin);
        }
        String host = request.headers().first("Host");
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == 16;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static String accept(String key) {
        byte[] digest = SecureHashes.sha1().digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
        return Base64.getEncoder().encodeToString(digest);
    }
}
