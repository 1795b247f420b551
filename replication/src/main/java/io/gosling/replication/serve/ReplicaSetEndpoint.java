package io.gosling.replication.serve;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.coop.CopyHandler;
import io.gosling.replication.coop.NoticeHandler;
import io.gosling.replication.coop.NoticeQueues;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.members.ServerStatusMessage;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The endpoint of the replica set, below {@code /~migrate/}: serves copies to clients; and to the other servers, which
 * are authenticated by their signed headers, documents, and the status of this server. For many threads.
 *
 * @param notices reader of the others' notices
 * @param between counts requests of other servers
 */
record ReplicaSetEndpoint(
        ReplicaSet group, CopyHandler copies, CopySender copySender, NoticeHandler notices, LongAdder between) {
    Response handle(Request request, Handler next) throws Exception {
        if (request.rawPath().equals(CopyUrlPath.PREFIX)) {
            return control(request);
        }
        Optional<CopyUrlPath> address = CopyUrlPath.parse(request.rawPath());
        if (address.isEmpty()) {
            return next.handle(request);
        }
        boolean own = address.get().home().equals(group.self().name());
        if (own && address.get().isDocument() && request.method().equals("GET")) {
            Optional<ServerStatusMessage> requester = requester(request, new byte[0]);
            if (requester.isPresent()) {
                between.increment();
                return copySender.give(request, requester.get(), address.get().path());
            }
        }
        Response answer = copies.handle(request, address.get());
        if (answer.status() == 307) {
            group.counts().count(Event.REDIRECTED);
        }
        return answer;
    }

    private Optional<ServerStatusMessage> requester(Request request, byte[] body) {
        return group.requester(
                request.headers().first(ServerStatusMessage.FIELD), request.method(), request.rawPath(), body);
    }

    private Response control(Request request) throws IOException {
        byte[] body = new byte[0];
        if (request.method().equals("POST") && request.headers().contains(ServerStatusMessage.FIELD)) {
            body = request.body().readNBytes(NoticeQueues.MOST_BYTES + 1);
        }
        Optional<ServerStatusMessage> requester =
                body.length > NoticeQueues.MOST_BYTES ? Optional.empty() : requester(request, body);
        if (requester.isEmpty()) {
            return ErrorPageBuilder.of(404);
        }
        between.increment();
        notices.read(requester.get(), body);
        Response answer = new Response(204, Headers.empty(), null);
        return answer.with(
                ServerStatusMessage.FIELD,
                group.signedAnswer(group.answer(requester.get()), answer.status(), answer.headers()));
    }
}
