package io.gosling.netty.http1;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;

/**
 * The length of a message's body (RFC 9112, section 6.3) and the persistence of its connection (section 9.3), decided
 * from the version, the status, {@code Transfer-Encoding}, {@code Content-Length} and {@code Connection} alone. Pure.
 *
 * <p>Netty's {@code HttpUtil} gives a GET with {@code Sec-WebSocket-Key1} and {@code -Key2}, and a 101 with
 * {@code Sec-WebSocket-Origin} and {@code -Location}, a body that no header announces. No other server does, so a proxy
 * that follows it can be made to take part of one message for the next.
 *
 * <p>It expects messages that a decoder and {@link RequestValidator} or their equal for responses have let through: at
 * most one {@code Content-Length}, which is a number, and no {@code Transfer-Encoding} beside it.
 */
public final class MessageFraming {
    /** The length of a body in chunks. */
    public static final long CHUNKED = -1;

    /** The length of a response's body that ends with the connection. */
    public static final long UNTIL_CLOSE = -2;

    private MessageFraming() {}

    /** Returns the bytes of a request's body, 0 where no header announces one, or {@link #CHUNKED}. */
    public static long requestBody(HttpRequest request) {
        return isChunked(request) ? CHUNKED : Math.max(0, contentLength(request));
    }

    /**
     * Returns the bytes of a response's body, {@link #CHUNKED} or {@link #UNTIL_CLOSE}.
     *
     * @param toHead true if it answers a HEAD
     */
    public static long responseBody(HttpResponse response, boolean toHead) {
        if (isBodiless(response.status(), toHead)) {
            return 0;
        }
        if (response.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return isChunked(response) ? CHUNKED : UNTIL_CLOSE;
        }
        long length = contentLength(response);
        return length < 0 ? UNTIL_CLOSE : length;
    }

    /** Returns true if a response ends with its header, whatever its headers say: one to HEAD, and 1xx, 204 and 304. */
    public static boolean isBodiless(HttpResponseStatus status, boolean toHead) {
        return status.codeClass() == HttpStatusClass.INFORMATIONAL
                || status.code() == HttpResponseStatus.NO_CONTENT.code()
                || status.code() == HttpResponseStatus.NOT_MODIFIED.code()
                || toHead;
    }

    /**
     * Returns what {@code Content-Length} says, or -1 without one. This need not be the length of the body.
     *
     * @throws NumberFormatException when it is not a number
     */
    public static long contentLength(HttpMessage message) {
        String length = message.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        if (length == null) {
            return -1;
        }
        if (length.startsWith("-") || length.startsWith("+")) {
            throw new NumberFormatException("Content-Length must have digits only");
        }
        return Long.parseLong(length);
    }

    /** Returns true if the final transfer coding is {@code chunked}. */
    public static boolean isChunked(HttpMessage message) {
        if (!message.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return false;
        }
        String last =
                message.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING).getLast();
        return HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(
                last.substring(last.lastIndexOf(',') + 1).strip());
    }

    /**
     * Returns true if the connection can serve another message after this one (RFC 9112, section 9.3). The option
     * {@code close} in any of the {@code Connection} headers outweighs {@code keep-alive}.
     */
    public static boolean isPersistent(HttpMessage message) {
        return !message.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true)
                && (!message.protocolVersion().equals(HttpVersion.HTTP_1_0)
                        || message.headers()
                                .containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE, true));
    }

    /**
     * Returns true if the client waits for 100 before it sends the body; one of HTTP/1.0 cannot (RFC 9110, section
     * 10.1.1).
     */
    public static boolean expectsContinue(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.EXPECT, HttpHeaderValues.CONTINUE, true)
                && !request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    }
}
