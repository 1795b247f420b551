package io.gosling.replication.serve;

import io.gosling.http.ErrorPage;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.coop.CopyHandler;
import io.gosling.replication.coop.Notices;
import io.gosling.replication.members.CopyAddress;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.members.ServerStatus;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The endpoint of the replica set, below {@code /~migrate/}: serves copies to clients; and to the other servers, which
 * are authenticated by their signed headers, documents, the holders of the documents that a page links to, and the
 * status of this server. For many threads.
 */
final class ReplicaSetEndpoint {
    private final ReplicaSet group;
    private final CopyHandler copies;
    private final CopySender giving;
    private final Notices.Listener listener;
    private final ReplicationCounts counts;
    private final LongAdder between = new LongAdder();

    /** @param listener receiver of the others' notices */
    ReplicaSetEndpoint(
            ReplicaSet group,
            CopyHandler copies,
            CopySender giving,
            Notices.Listener listener,
            ReplicationCounts counts) {
        this.group = group;
        this.copies = copies;
        this.giving = giving;
        this.listener = listener;
        this.counts = counts;
    }

    long between() {
        return between.sum();
    }

    /** Answers a request below {@code /~migrate/}. */
    Response handle(Request request, Handler next) throws Exception {
        if (request.rawPath().equals(CopyAddress.PREFIX)) {
            return control(request);
        }
        if (request.rawPath().startsWith(CopyAddress.LINKS)) {
            return links(request);
        }
        Optional<CopyAddress> address = CopyAddress.parse(request.rawPath());
        if (address.isEmpty()) {
            return next.handle(request);
        }
        boolean own = address.get().home().equals(group.self().name());
        if (own && address.get().isDocument() && request.method().equals("GET")) {
            Optional<ServerStatus> asker = asker(request, new byte[0]);
            if (asker.isPresent()) {
                between.increment();
                return giving.give(request, asker.get(), address.get().path());
            }
        }
        Response answer = copies.handle(request, address.get());
        if (answer.status() == 307) {
            counts.count(Event.REDIRECTED);
        }
        return answer;
    }

    /** Answers requests for links; 404 for strangers. */
    private Response links(Request request) {
        Optional<CopyAddress> page = CopyAddress.ofLinks(request.rawPath());
        boolean own = page.isPresent() && page.get().home().equals(group.self().name());
        Optional<ServerStatus> asker = own ? asker(request, new byte[0]) : Optional.empty();
        if (page.isEmpty() || asker.isEmpty()) {
            return ErrorPage.of(404);
        }
        between.increment();
        return giving.links(asker.get(), page.get().path());
    }

    private Optional<ServerStatus> asker(Request request, byte[] body) {
        return group.asker(request.headers().first(ServerStatus.FIELD), request.method(), request.rawPath(), body);
    }

    /** Answers control requests; 404 for strangers. */
    private Response control(Request request) throws IOException {
        byte[] body = new byte[0];
        if (request.method().equals("POST") && request.headers().contains(ServerStatus.FIELD)) {
            body = request.body().readNBytes(Notices.MOST_BYTES + 1);
        }
        Optional<ServerStatus> asker = body.length > Notices.MOST_BYTES ? Optional.empty() : asker(request, body);
        if (asker.isEmpty()) {
            return ErrorPage.of(404);
        }
        between.increment();
        Notices.read(asker.get(), body, listener);
        Response answer = new Response(204, Headers.empty(), null);
        return answer.with(
                ServerStatus.FIELD, group.sealedAnswer(group.answer(asker.get()), answer.status(), answer.headers()));
    }
}
