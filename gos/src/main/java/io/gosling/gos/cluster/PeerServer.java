package io.gosling.gos.cluster;

import io.gosling.document.AnsweredFrom;
import io.gosling.document.DocumentPath;
import io.gosling.document.Freshness;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Lookup;
import io.gosling.gos.PeerAnswer;
import io.gosling.gos.PeerService;
import io.gosling.http.Exchange;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * This node's side of the peer channel: answers other nodes from memory or disk, and takes their invalidations. Each
 * request on a virtual thread of its own; one counter is shared.
 */
final class PeerServer implements Handler {
    private final PeerService service;
    private final ClusterSecret secret;
    private final String tag;
    private final AtomicInteger load = new AtomicInteger();

    PeerServer(PeerService service, ClusterSecret secret, int tag) {
        this.service = service;
        this.secret = secret;
        this.tag = Integer.toString(tag);
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        String token = exchange.headers().first(PeerFields.TOKEN);
        if (token == null || !secret.isPeerToken(token)) {
            answer(exchange, 403, Headers.empty());
            return;
        }
        if (!tag.equals(exchange.headers().first(PeerFields.TO))) {
            answer(exchange, 421, Headers.empty());
            return;
        }
        load.incrementAndGet();
        try {
            dispatch(exchange);
        } catch (IllegalDocumentPathException e) {
            answer(exchange, 400, Headers.empty());
        } finally {
            load.decrementAndGet();
        }
    }

    private void dispatch(Exchange exchange) throws IOException {
        if (exchange.method().equals("POST") && exchange.rawPath().equals(PeerFields.INVALIDATE)) {
            invalidate(exchange);
            return;
        }
        String fetch = String.valueOf(exchange.headers().first(PeerFields.FETCH));
        DocumentPath path = DocumentPath.parse(exchange.rawPath());
        switch (fetch) {
            case PeerFields.MEMORY -> give(exchange, service.fromMemory(path, PeerFields.count(exchange.headers())));
            case PeerFields.HOME -> give(exchange, fromHome(path));
            case PeerFields.CHECK -> check(exchange, path);
            default -> answer(exchange, 400, Headers.empty());
        }
    }

    private PeerAnswer fromHome(DocumentPath path) {
        try {
            return service.fromHome(path);
        } catch (IOException e) {
            return new PeerAnswer.Failed(String.valueOf(e.getMessage()));
        }
    }

    private void give(Exchange exchange, PeerAnswer answer) throws IOException {
        switch (answer) {
            case PeerAnswer.Copy copy -> {
                boolean disk = copy.document().provenance().from() == AnsweredFrom.LOCAL_DISK;
                Headers fields = PeerFields.of(copy, disk ? "disk" : "memory", load.get());
                exchange.answeredFrom(copy.document().provenance());
                exchange.respond(new Response(200, fields, copy.document().body()));
            }
            case PeerAnswer.NotHeld none -> answer(exchange, 404, loaded());
            case PeerAnswer.Said said -> say(exchange, said.lookup());
            case PeerAnswer.Failed failed -> answer(exchange, 503, loaded());
        }
    }

    private void say(Exchange exchange, Lookup lookup) throws IOException {
        switch (lookup) {
            case Lookup.Moved moved ->
                answer(exchange, 301, loaded().plus(PeerFields.SAID, "moved").plus("Location", moved.location()));
            case Lookup.Refused refused -> answer(exchange, 403, loaded().plus(PeerFields.SAID, "refused"));
            case Lookup.Absent absent -> answer(exchange, 404, loaded().plus(PeerFields.SAID, "absent"));
            case Lookup.Found found -> throw new IllegalStateException("a document is given, not said");
        }
    }

    private void check(Exchange exchange, DocumentPath path) throws IOException {
        String etag = exchange.headers().first("If-None-Match");
        if (etag == null) {
            answer(exchange, 400, loaded());
            return;
        }
        try {
            Freshness freshness = service.compare(path, etag);
            answer(
                    exchange,
                    switch (freshness) {
                        case UNCHANGED -> 304;
                        case CHANGED -> 204;
                        case GONE -> 404;
                    },
                    loaded());
        } catch (IOException e) {
            answer(exchange, 503, loaded());
        }
    }

    private void invalidate(Exchange exchange) throws IOException {
        byte[] message = exchange.body().readNBytes(Invalidations.MOST_BYTES + 1);
        if (message.length > Invalidations.MOST_BYTES) {
            answer(exchange, 413, loaded());
            return;
        }
        try {
            for (Invalidations.Line line : Invalidations.read(message)) {
                service.invalidated(line.key(), line.version());
            }
            answer(exchange, 204, loaded());
        } catch (IllegalArgumentException e) {
            answer(exchange, 400, loaded());
        }
    }

    private Headers loaded() {
        return Headers.of(PeerFields.LOAD, Integer.toString(load.get()));
    }

    private static void answer(Exchange exchange, int status, Headers headers) throws IOException {
        exchange.respond(new Response(status, headers, null));
    }
}
