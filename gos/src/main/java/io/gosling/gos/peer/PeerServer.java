package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.quorum.PurgeMessageHandler;
import io.gosling.gos.warm.HotKey;
import io.gosling.gos.warm.HotKeyLines;
import io.gosling.gos.warm.MemoryWarmUp;
import io.gosling.gos.warm.TransferCounts;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.purge.message.Envelope;
import io.gosling.purge.message.EnvelopeCodec;
import io.gosling.purge.message.MalformedMessage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;

/**
 * The HTTP server of the peer channel: accepts purge messages, and answers nodes that come and nodes that leave. Each
 * request runs on a virtual thread of its own, which may block.
 */
record PeerServer(
        PurgeMessageHandler envelopes,
        NodeLocator whereabouts,
        MemoryWarmUp warmUp,
        ClusterSecret secret,
        KnownNodes book)
        implements Handler {
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();
    private static final String MESSAGES = "POST " + PeerFields.ENVELOPES;

    @Override
    public Response handle(Request request) throws IOException {
        String token = request.headers().first(PeerFields.TOKEN);
        if (token == null || !secret.isPeerToken(token)) {
            return Response.of(403);
        }
        String target = request.method() + " " + request.rawPath();
        Node self = book.self();
        String here = target.equals(MESSAGES) ? NodeLocator.encoded(self.name()) : Integer.toString(self.tag());
        if (!here.equals(request.headers().first(PeerFields.TO))) {
            return Response.of(421);
        }
        return switch (target) {
            case MESSAGES -> envelopes(request);
            case "GET " + PeerFields.HOTTEST -> hottest();
            case "POST " + PeerFields.HAND_OVER -> take(request);
            default -> Response.of(400);
        };
    }

    private Response envelopes(Request request) throws IOException {
        String mine = Long.toString(envelopes.lease().toMillis());
        if (!mine.equals(request.headers().first(PeerFields.LEASE))) {
            return new Response(409, Headers.of(PeerFields.LEASE, mine), null);
        }
        byte[] message = request.body().readNBytes(EnvelopeCodec.MOST_BYTES + 1);
        try {
            List<Envelope> taken = EnvelopeCodec.read(message);
            if (!taken.isEmpty()) {
                whereabouts.hear(
                        taken.getFirst().from().node(), request.headers().first(PeerFields.WHERE));
            }
            List<Envelope> answers = envelopes.receive(taken);
            return Response.bytes("application/octet-stream", EnvelopeCodec.write(answers))
                    .with(PeerFields.WHERE, whereabouts.tell());
        } catch (MalformedMessage e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        }
    }

    private Response hottest() {
        List<HotKey> held = warmUp.hottest();
        byte[] lines = HotKeyLines.write(held, HotKeyLines.MOST_LISTED_BYTES);
        return Response.bytes("text/plain; charset=utf-8", lines).with(PeerFields.HELD, Integer.toString(held.size()));
    }

    private Response take(Request request) throws IOException {
        try {
            Node from =
                    book.byTag(Integer.parseInt(String.valueOf(request.headers().first(PeerFields.FROM))));
            if (from == null) {
                return Response.text("this node does not know the requester\n").withStatus(409);
            }
            List<HotKey> keys =
                    HotKeyLines.read(request.body().readNBytes(HotKeyLines.MOST_BYTES + 1), HotKeyLines.MOST_BYTES);
            TransferCounts taken = warmUp.take(from, keys, within(request));
            return taken == null
                    ? Response.text("this node is leaving too\n").withStatus(409)
                    : Response.text(taken.write() + "\n");
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while taking over objects");
        }
    }

    private static Duration within(Request request) {
        String query = request.rawQuery();
        if (!query.startsWith("within=")) {
            throw new IllegalArgumentException("\"" + query + "\"; expected within= and milliseconds");
        }
        return Duration.ofMillis(Math.clamp(Long.parseLong(query.substring("within=".length())), 1, MOST_MILLIS));
    }
}
