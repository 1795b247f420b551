package io.gosling.dispatcher.header;

import io.gosling.netty.http1.HeaderNameMatcher;
import io.gosling.netty.http1.MaxForwards;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestTarget;
import io.gosling.settings.HostPort;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parsed header of a client's request, with the header that a back-end gets for it. The latter is written anew from
 * the parsed header lines: a client's framing is never passed through (RFC 9112, section 11.2).
 *
 * @param outgoing the header for the back-end, with the request's end if nothing follows; may be sent several times
 * @param bodyBytes the announced length; -1 when it is chunked
 * @param keepAlive true if the client wants to keep its connection
 * @param http10 true if the client speaks HTTP/1.0 and so knows neither chunks nor interim responses
 * @param expectsContinue true if the client holds its body back until 100 (Continue)
 * @param endsHere true if it must not be forwarded ({@link MaxForwards})
 * @param upgrade the protocol that the client wants to go on with, if it is passed through ({@link UpgradeHandshake})
 */
public record ClientRequestHead(
        HttpRequest outgoing,
        long bodyBytes,
        boolean keepAlive,
        boolean http10,
        boolean expectsContinue,
        boolean takesTrailers,
        boolean endsHere,
        @Nullable String upgrade) {
    /** Prefix of the headers between nodes, forbidden to clients. */
    static final String AMONG_NODES = "gosling-";

    private static final String CHECKED = "checked by RequestValidator";

    /**
     * Reads a request that {@link io.gosling.netty.http1.RequestValidator} accepted, and takes over its headers.
     *
     * @param local the address at which it arrived: the Host of a request that names none
     * @param upgrades protocols to which its connection may change
     */
    public static ClientRequestHead read(
            HttpRequest request,
            SocketAddress client,
            SocketAddress local,
            ForwardingHeaderAppender forwardedFor,
            Set<String> upgrades) {
        RequestTarget target = Objects.requireNonNull(RequestTarget.parse(request.method(), request.uri()), CHECKED);
        MaxForwards forwards = Objects.requireNonNull(MaxForwards.of(request), CHECKED);
        HttpHeaders headers = request.headers();
        long bodyBytes = MessageFraming.requestBody(request);
        boolean chunked = bodyBytes == MessageFraming.CHUNKED;
        boolean keepAlive = MessageFraming.isPersistent(request);
        boolean http10 = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        boolean takesTrailers = !http10 && headers.containsValue(HttpHeaderNames.TE, HttpHeaderValues.TRAILERS, true);
        String trailer = chunked ? headers.get(HttpHeaderNames.TRAILER) : null;
        String upgrade = bodyBytes == 0 ? UpgradeHandshake.asked(request, upgrades) : null;

        HopByHopRemover.strip(headers);
        boolean expectsContinue = !http10 && MessageFraming.expectsContinue(request); // unless Connection takes it away
        HeaderNameMatcher.remove(headers, name -> HeaderNameMatcher.begins(name, AMONG_NODES));
        if (takesTrailers && upgrade == null) {
            headers.set(HttpHeaderNames.TE, HttpHeaderValues.TRAILERS);
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderNames.TE); // RFC 9110, section 10.1.4
        }
        if (upgrade != null) {
            UpgradeHandshake.ask(headers, upgrade);
        }
        String host = target.authority() != null ? target.authority() : headers.get(HttpHeaderNames.HOST);
        forwardedFor.addTo(headers, client, host, request.protocolVersion());
        headers.set(HttpHeaderNames.HOST, host != null ? host : hostOf(local));
        if (!expectsContinue) {
            headers.remove(HttpHeaderNames.EXPECT);
        }
        if (chunked) {
            headers.remove(HttpHeaderNames.CONTENT_LENGTH);
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        if (trailer != null) {
            headers.set(HttpHeaderNames.TRAILER, trailer);
        }
        if (forwards.isCounted()) {
            headers.set(MaxForwards.NAME, forwards.next()); // also where Connection names it
        }
        HttpRequest outgoing = bodyBytes == 0
                ? new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        request.method(),
                        target.uri(),
                        Unpooled.EMPTY_BUFFER,
                        headers,
                        EmptyHttpHeaders.INSTANCE)
                : new DefaultHttpRequest(HttpVersion.HTTP_1_1, request.method(), target.uri(), headers);
        return new ClientRequestHead(
                outgoing, bodyBytes, keepAlive, http10, expectsContinue, takesTrailers, forwards.isSpent(), upgrade);
    }

    public boolean hasBody() {
        return bodyBytes != 0;
    }

    public boolean isHead() {
        return HttpMethod.HEAD.equals(outgoing.method());
    }

    public Idempotence repetition() {
        return Idempotence.of(outgoing.method());
    }

    private static String hostOf(SocketAddress local) {
        return local instanceof InetSocketAddress inet ? HostPort.of(inet).toString() : "localhost";
    }
}
