package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.quorum.PurgeMessageHandler;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.purge.message.Envelope;
import io.gosling.purge.message.EnvelopeCodec;
import io.gosling.purge.message.MalformedMessage;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the peer channel: accepts purge messages, and answers nodes that come and nodes that leave. Each
 * request runs on a virtual thread of its own.
 */
record PeerServer(
        PurgeMessageHandler envelopes, NodeLocator whereabouts, WarmServer warm, ClusterSecret secret, Node self)
        implements Handler {
    @Override
    public Response handle(Request request) throws IOException {
        Response refused = refusal(request);
        if (refused != null) {
            return refused;
        }
        if (isMessages(request)) {
            return envelopes(request);
        }
        Response moved = warm.answer(request);
        return moved == null ? Response.of(400) : moved;
    }

    private @Nullable Response refusal(Request request) {
        String token = request.headers().first(PeerFields.TOKEN);
        if (token == null || !secret.isPeerToken(token)) {
            return Response.of(403);
        }
        String here = isMessages(request) ? NodeLocator.encoded(self.name()) : Integer.toString(self.tag());
        return here.equals(request.headers().first(PeerFields.TO)) ? null : Response.of(421);
    }

    private static boolean isMessages(Request request) {
        return request.method().equals("POST") && request.rawPath().equals(PeerFields.ENVELOPES);
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
}
