package io.gosling.gos.peer;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Lookup;
import io.gosling.document.ResponseSource;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.quorum.PurgeMessageHandler;
import io.gosling.gos.space.PeerService;
import io.gosling.http.EventLoopHandler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.purge.message.Envelope;
import io.gosling.purge.message.EnvelopeCodec;
import io.gosling.purge.message.MalformedMessage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The server of the peer channel: answers other nodes from memory or disk, and accepts their invalidations. Each
 * request runs on a virtual thread of its own, but for objects that are in memory and fresh, which event loops give;
 * one counter is shared.
 */
final class PeerServer implements EventLoopHandler {
    private final PeerService service;
    private final JoinDoor joins;
    private final PurgeMessageHandler envelopes;
    private final NodeLocator whereabouts;
    private final KnownPurges purges;
    private final WarmServer warm;
    private final ClusterSecret secret;
    private final String name;
    private final String tag;
    private final AtomicInteger load = new AtomicInteger();

    PeerServer(
            PeerService service,
            JoinDoor joins,
            PurgeMessageHandler envelopes,
            NodeLocator whereabouts,
            KnownPurges purges,
            WarmServer warm,
            ClusterSecret secret,
            Node self) {
        this.service = service;
        this.joins = joins;
        this.envelopes = envelopes;
        this.whereabouts = whereabouts;
        this.purges = purges;
        this.warm = warm;
        this.secret = secret;
        this.name = NodeLocator.encoded(self.name());
        this.tag = Integer.toString(self.tag());
    }

    @Override
    public Response handle(Request request) throws IOException {
        Response refused = refusal(request);
        if (refused != null) {
            return refused;
        }
        count(request);
        try {
            return dispatch(request);
        } catch (IllegalDocumentPathException e) {
            return Response.of(400);
        }
    }

    /** Returns a document in memory, if it can be served at once. */
    @Override
    public @Nullable Response atOnce(Request request) {
        Headers fields = request.headers();
        boolean fetch = request.method().equals("GET") && PeerFields.MEMORY.equals(fields.first(PeerFields.FETCH));
        if (!fetch || refusal(request) != null || !isCurrent(request)) {
            return null;
        }
        try {
            DocumentPath path = DocumentPath.parse(request.rawPath());
            PeerAnswer.Copy copy = service.fromMemoryAtOnce(path, PeerFields.count(fields));
            if (copy == null) {
                return null;
            }
            count(request);
            return give(copy);
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    private @Nullable Response refusal(Request request) {
        String token = request.headers().first(PeerFields.TOKEN);
        if (token == null || !secret.isPeerToken(token)) {
            return Response.of(403);
        }
        return (isMessages(request) ? name : tag).equals(request.headers().first(PeerFields.TO))
                ? null
                : Response.of(421);
    }

    /** Counts a request until its answer is with the socket. */
    private void count(Request request) {
        load.incrementAndGet();
        request.whenDone(load::decrementAndGet);
    }

    private static boolean isMessages(Request request) {
        return request.method().equals("POST") && request.rawPath().equals(PeerFields.ENVELOPES);
    }

    private Response dispatch(Request request) throws IOException {
        if (request.method().equals("POST") && request.rawPath().equals(PeerFields.INVALIDATE)) {
            return invalidate(request);
        }
        if (isMessages(request)) {
            return envelopes(request);
        }
        if (request.method().equals("POST") && request.rawPath().equals(PeerFields.FILLS)) {
            return joins.answer(request);
        }
        Response moved = warm.answer(request);
        if (moved != null) {
            return moved;
        }
        String fetch = String.valueOf(request.headers().first(PeerFields.FETCH));
        DocumentPath path = DocumentPath.parse(request.rawPath());
        return switch (fetch) {
            case PeerFields.MEMORY ->
                isCurrent(request)
                        ? give(service.fromMemory(path, PeerFields.count(request.headers())))
                        : answer(PeerFields.LATE, loaded());
            case PeerFields.HOME -> give(fromHome(path, request.headers(), isCurrent(request)));
            case PeerFields.CHECK -> check(request, path);
            case PeerFields.KEEP -> keep(path, request.headers());
            default -> Response.of(400);
        };
    }

    /** True if this node knows every purge that the requester knows. */
    private boolean isCurrent(Request request) {
        String known = request.headers().first(PeerFields.PURGES);
        return known == null || purges.covers(known);
    }

    private PeerAnswer fromHome(DocumentPath path, Headers headers, boolean current) {
        try {
            return current
                    ? service.fromHome(path, PeerFields.count(headers), PeerFields.version(headers))
                    : service.fromDisk(path);
        } catch (IOException e) {
            return new PeerAnswer.Failed(String.valueOf(e.getMessage()));
        }
    }

    private Response give(PeerAnswer answer) {
        return switch (answer) {
            case PeerAnswer.Copy copy -> {
                boolean disk = copy.document().provenance().from() == ResponseSource.LOCAL_DISK;
                Headers fields = PeerFields.of(copy, disk ? "disk" : "memory", load.get());
                yield new Response(
                        200, fields, copy.document().body(), copy.document().provenance());
            }
            case PeerAnswer.NotHeld none -> answer(404, loaded());
            case PeerAnswer.Said said -> say(said.lookup());
            case PeerAnswer.Failed failed -> answer(503, loaded());
        };
    }

    private Response say(Lookup lookup) {
        return switch (lookup) {
            case Lookup.Moved moved ->
                answer(301, loaded().plus(PeerFields.SAID, "moved").plus("Location", moved.location()));
            case Lookup.Refused refused -> answer(403, loaded().plus(PeerFields.SAID, "refused"));
            case Lookup.Absent absent -> answer(404, loaded().plus(PeerFields.SAID, "absent"));
            case Lookup.Found found -> throw new IllegalStateException("a document is given, not said");
        };
    }

    private Response keep(DocumentPath path, Headers headers) {
        try {
            service.offered(path, PeerFields.count(headers), PeerFields.version(headers));
            return answer(204, loaded());
        } catch (IOException e) {
            return answer(503, loaded());
        }
    }

    private Response check(Request request, DocumentPath path) {
        String etag = request.headers().first("If-None-Match");
        if (etag == null) {
            return answer(400, loaded());
        }
        try {
            int status = switch (service.compare(path, etag)) {
                case UNCHANGED -> 304;
                case CHANGED -> 204;
                case GONE -> 404;
            };
            return answer(status, loaded());
        } catch (IOException e) {
            return answer(503, loaded());
        }
    }

    private Response invalidate(Request request) throws IOException {
        byte[] message = request.body().readNBytes(Invalidations.MOST_BYTES + 1);
        if (message.length > Invalidations.MOST_BYTES) {
            return answer(413, loaded());
        }
        try {
            for (Invalidations.Line line : Invalidations.read(message)) {
                service.invalidated(line.key(), line.version());
            }
            return answer(204, loaded());
        } catch (IllegalArgumentException e) {
            return answer(400, loaded());
        }
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

    private Headers loaded() {
        return Headers.of(PeerFields.LOAD, Integer.toString(load.get()));
    }

    private static Response answer(int status, Headers headers) {
        return new Response(status, headers, null);
    }
}
