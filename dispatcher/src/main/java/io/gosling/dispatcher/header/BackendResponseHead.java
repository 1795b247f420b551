package io.gosling.dispatcher.header;

import io.gosling.netty.http1.MessageFraming;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Date;
import java.util.List;

/**
 * A back-end's response header, turned into the one that the client gets.
 *
 * @param outgoing the header for the client, with framing of our own
 * @param clientKeepAlive true if the client's connection can be kept after it
 * @param backendKeepAlive true if the back-end's connection can be kept after it
 */
public record BackendResponseHead(
        HttpResponse outgoing, boolean clientKeepAlive, boolean backendKeepAlive, boolean untilClose) {
    /**
     * Converts a response's headers.
     *
     * @param mayKeep false when the client's connection is to be closed in any case
     * @param pseudonym the front-end's name in Via
     */
    public static BackendResponseHead read(
            HttpResponse response, ClientRequestHead request, boolean mayKeep, String pseudonym) {
        long body = MessageFraming.responseBody(response, request.isHead());
        boolean backendKeepAlive = MessageFraming.isPersistent(response) && body != MessageFraming.UNTIL_CLOSE;
        boolean untilClose = body < 0 && request.http10();
        boolean clientKeepAlive = mayKeep && request.keepAlive() && !untilClose;
        boolean trails = body == MessageFraming.CHUNKED && request.takesTrailers();
        String trailer = trails ? response.headers().get(HttpHeaderNames.TRAILER) : null;
        HttpHeaders headers = response.headers();
        String upgrade = response.status().equals(HttpResponseStatus.UPGRADE_REQUIRED)
                ? String.join(", ", headers.getAll(HttpHeaderNames.UPGRADE))
                : "";
        HopByHopRemover.strip(headers);
        if (body < 0 && !untilClose) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        if (trailer != null) {
            headers.set(HttpHeaderNames.TRAILER, trailer);
        }
        if (!upgrade.isEmpty()) {
            UpgradeHandshake.ask(headers, upgrade); // RFC 9110, section 15.5.22
        }
        if (!clientKeepAlive) {
            ForwardingHeaderAppender.append(headers, HttpHeaderNames.CONNECTION, "close");
        } else if (request.http10()) {
            ForwardingHeaderAppender.append(headers, HttpHeaderNames.CONNECTION, "keep-alive");
        }
        ForwardingHeaderAppender.via(headers, response.protocolVersion(), pseudonym);
        if (!headers.contains(HttpHeaderNames.DATE)) {
            headers.set(HttpHeaderNames.DATE, DateFormatter.format(new Date())); // RFC 9110, section 6.6.1
        }
        response.setProtocolVersion(HttpVersion.HTTP_1_1);
        return new BackendResponseHead(response, clientKeepAlive, backendKeepAlive, untilClose);
    }

    /**
     * Returns true if it has a status of three digits, and a body that is delimited by a length or chunks (RFC 9112,
     * sections 6.1 and 7).
     */
    public static boolean isPlain(HttpResponse response) {
        int status = response.status().code();
        List<String> codings = response.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean chunked = codings.size() == 1
                && codings.getFirst().equalsIgnoreCase("chunked")
                && !response.protocolVersion().equals(HttpVersion.HTTP_1_0);
        return status >= 100 && status <= 999 && (codings.isEmpty() || chunked);
    }
}
