package io.gosling.gos.peer;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.common.InterruptedWait;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.gos.warm.MemoryHandOver;
import io.gosling.gos.warm.MovableObjectTextCodec;
import io.gosling.gos.warm.MoveResult;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.MalformedMessageException;
import io.gosling.purge.message.PurgeMessageCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the peer channel: accepts purge messages, and answers nodes that come and nodes that leave. Each
 * request runs on a virtual thread of its own, which may block. Only for the peer port: at {@code serving-port} a {@link
 * ClusterProcessAddress} is that of a front-end, which passes on requests of clients.
 *
 * @param encrypted true where every requester has to be a process of the cluster by its certificate; else the token
 *     proves it
 * @param purges null for a node that takes no part in them: nodes that have configured it as a quorum member get no
 *     answer from it
 * @param admin answers requests for the admin API; they have its paths
 */
record PeerHttpHandler(
        boolean encrypted,
        @Nullable PurgeService purges,
        NodeLocator whereabouts,
        MemoryHandOver warmUp,
        ClusterSecret secret,
        KnownNodes book,
        Handler admin)
        implements Handler {
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();
    private static final String MESSAGES = "POST " + PeerHttpNames.ENVELOPES;

    @Override
    public Response handle(Request request) throws Exception {
        String token = request.headers().first(PeerHttpNames.TOKEN);
        boolean isPeer = encrypted
                ? request.remoteAddress() instanceof ClusterProcessAddress
                : token != null && secret.isPeerToken(token);
        if (!isPeer) {
            return Response.of(403);
        }
        String target = request.method() + " " + request.rawPath();
        ClusterMember self = book.self();
        String here = target.equals(MESSAGES) ? self.name() : Integer.toString(self.tag());
        if (!here.equals(request.headers().first(PeerHttpNames.TO))) {
            return Response.of(421);
        }
        if (request.rawPath().startsWith(PeerHttpNames.ADMIN + "/")) {
            return admin.handle(new RequestWrapper(request) {
                @Override
                public String rawPath() {
                    return super.rawPath().substring(PeerHttpNames.ADMIN.length());
                }
            });
        }
        return switch (target) {
            case MESSAGES -> envelopes(request);
            case "GET " + PeerHttpNames.HOTTEST -> hottest();
            case "POST " + PeerHttpNames.HAND_OVER -> take(request);
            default -> Response.of(400);
        };
    }

    private Response envelopes(Request request) throws IOException {
        // Messages of nodes with another lease time are not accepted, since waits would be too short.
        String mine = Long.toString(purges == null ? 0 : purges.lease().toMillis());
        if (!mine.equals(request.headers().first(PeerHttpNames.LEASE))) {
            return new Response(409, Headers.of(PeerHttpNames.LEASE, mine), null);
        }
        byte[] message = request.body().readNBytes(PurgeMessageCodec.MOST_BYTES + 1);
        try {
            List<AddressedPurgeMessage> taken = PurgeMessageCodec.read(message);
            if (!taken.isEmpty()) {
                whereabouts.hear(
                        taken.getFirst().from().node(), request.headers().first(PeerHttpNames.WHERE));
            }
            List<AddressedPurgeMessage> answers = purges == null ? List.of() : purges.receive(taken);
            return Response.bytes("application/octet-stream", PurgeMessageCodec.write(answers))
                    .with(PeerHttpNames.WHERE, whereabouts.tell());
        } catch (MalformedMessageException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        }
    }

    private Response hottest() {
        return Response.bytes(
                "text/plain; charset=utf-8",
                MovableObjectTextCodec.write(warmUp.hottest(), MovableObjectTextCodec.MOST_LISTED_BYTES));
    }

    private Response take(Request request) throws IOException {
        try {
            ClusterMember from =
                    book.byTag(Integer.parseInt(String.valueOf(request.headers().first(PeerHttpNames.FROM))));
            if (from == null) {
                return Response.text("this node does not know the requester\n").withStatus(409);
            }
            List<HeldObjectSummary> keys = MovableObjectTextCodec.read(
                    request.body().readNBytes(MovableObjectTextCodec.MOST_BYTES + 1),
                    MovableObjectTextCodec.MOST_BYTES);
            MoveResult taken = warmUp.take(from, keys, within(request));
            return taken == null
                    ? Response.text("this node is leaving too\n").withStatus(409)
                    : Response.text(taken.write() + "\n");
        } catch (IllegalArgumentException e) {
            return Response.text(e.getMessage() + "\n").withStatus(400);
        } catch (InterruptedException e) {
            throw InterruptedWait.during("taking over objects");
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
