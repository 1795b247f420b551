package io.gosling.dispatcher;

import io.gosling.http.Headers;
import io.gosling.netty.Peer;
import io.gosling.netty.StreamTaker;
import io.gosling.netty.Streams;
import io.gosling.netty.WireRules;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/** The requests of one client's connection of HTTP/2, each relayed by itself. Belongs to the connection's event loop. */
final class ClientStreams implements StreamTaker {
    private final Wiring wiring;
    private final Streams streams;
    private final Headers fields;

    /** @param fields of every answer */
    ClientStreams(Wiring wiring, Streams streams, Headers fields) {
        this.wiring = wiring;
        this.streams = streams;
        this.fields = fields;
    }

    @Override
    public void take(Http2Stream stream, HttpRequest request, boolean last, long now) {
        ClientStream client = client(stream, request, now);
        if (!last && !request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            // A body whose length is not known yet, as a back-end is told it.
            request.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        ClientRequestHead head = ClientRequestHead.read(
                request, Peer.of(streams.channel()), streams.channel().localAddress(), wiring.forwardedFor());
        if (head == null) {
            client.refuse(new OwnAnswer(400, "the request target is neither a path nor an http URL"));
        } else {
            client.relay(head, last);
        }
    }

    @Override
    public void refuse(Http2Stream stream, WireRules.Refusal refusal, @Nullable HttpRequest request, long now) {
        client(stream, request, now).refuse(OwnAnswer.to(refusal));
    }

    private ClientStream client(Http2Stream stream, @Nullable HttpRequest request, long now) {
        ClientLog log = wiring.lines() == null
                ? null
                : wiring.lines().of(streams.channel().eventLoop(), Peer.of(streams.channel()));
        if (log != null) {
            log.asked(request);
        }
        ClientStream client = new ClientStream(wiring, streams, stream, request, fields, log, now);
        streams.setAnswer(stream, client);
        return client;
    }
}
