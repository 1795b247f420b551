package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.ForwardingHeaderAppender;
import io.gosling.dispatcher.header.UpgradeHandshake;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.dispatcher.relay.LocalResponse;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.http.Headers;
import io.gosling.netty.client.ConnectionPool;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2RequestSink;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client's connection of HTTP/2, each relayed by itself. Belongs to the connection's event loop.
 */
final class Http2RelayRequestSink implements Http2RequestSink {
    private static final Set<HttpMethod> USUALLY_WITH_BODY = Set.of(HttpMethod.POST, HttpMethod.PUT, HttpMethod.PATCH);

    final FrontEndContext context;
    private final ForwardingHeaderAppender forwardedFor;
    final Http2Streams streams;
    final ConnectionPool pool;
    final Headers fields;

    /** @param fields headers of every answer */
    Http2RelayRequestSink(
            FrontEndContext context, ForwardingHeaderAppender forwardedFor, Http2Streams streams, Headers fields) {
        this.context = context;
        this.forwardedFor = forwardedFor;
        this.streams = streams;
        this.pool = context.poolOf(streams.channel());
        this.fields = fields;
    }

    @Override
    public void take(Http2Stream stream, HttpRequest request, boolean last, long now) {
        Http2ClientStream client = client(stream, request, now);
        String asked = request.headers().get(HttpHeaderNames.UPGRADE);
        boolean upgrade = asked != null;
        if (!upgrade && !request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            frame(request, last);
        }
        ClientRequestHead head = ClientRequestHead.read(
                request,
                ClientAddressAttribute.of(streams.channel()),
                streams.channel().localAddress(),
                forwardedFor,
                upgrade ? context.settings().get(TunnelSettings.PROTOCOLS) : Set.of());
        if (asked != null && !asked.equalsIgnoreCase(head.upgrade())) { // one name: here it is no list
            client.refuse(new LocalResponse(501, "streams do not change to this protocol here"));
        } else {
            if (upgrade) {
                byte[] nonce = new byte[16];
                ThreadLocalRandom.current().nextBytes(nonce);
                UpgradeHandshake.askForStream(head.outgoing().headers(), nonce);
            }
            client.relay(head, last);
        }
    }

    /** Frames a body of unknown length, or an empty one where a body is usual (RFC 9110, section 8.6). */
    private static void frame(HttpRequest request, boolean last) {
        if (!last) {
            request.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        } else if (USUALLY_WITH_BODY.contains(request.method())) {
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderValues.ZERO);
        }
    }

    @Override
    public void refuse(Http2Stream stream, RequestValidator.Refusal refusal, @Nullable HttpRequest request, long now) {
        client(stream, request, now).refuse(LocalResponse.to(refusal));
    }

    private Http2ClientStream client(Http2Stream stream, @Nullable HttpRequest request, long now) {
        ClientConnectionAccessLog log = context.log(streams.channel());
        log.asked(request);
        Http2ClientStream client = new Http2ClientStream(this, stream, request, log, now);
        streams.setAnswer(stream, client);
        return client;
    }
}
