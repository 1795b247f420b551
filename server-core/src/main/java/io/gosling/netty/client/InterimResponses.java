package io.gosling.netty.client;

import io.gosling.http.Headers;
import io.gosling.netty.limits.InterimResponseBudget;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The interim responses (RFC 9110, section 15.2) to one request, on their way from the event loop to the thread that
 * waits for the final one, and passes them on. Those that are beyond an {@link InterimResponseBudget} are dropped.
 */
final class InterimResponses {
    private record Arrived(int status, Headers headers, CompletableFuture<Arrived> next) {}

    private final HttpClient.Interim to;

    /** The next one to come: of the event loop. */
    private CompletableFuture<Arrived> coming = new CompletableFuture<>();

    private final InterimResponseBudget budget = new InterimResponseBudget();

    /** The next one to pass on: of the waiting thread. */
    private CompletableFuture<Arrived> next = coming;

    InterimResponses(HttpClient.Interim to) {
        this.to = to;
    }

    /** Event loop: returns true if a response with this status is passed on; 100 is about this connection alone. */
    boolean takes(HttpResponseStatus status) {
        return !status.equals(HttpResponseStatus.CONTINUE);
    }

    /** Event loop. */
    void offer(int status, Headers headers) {
        if (budget.take(headers)) {
            CompletableFuture<Arrived> one = coming;
            coming = new CompletableFuture<>();
            one.complete(new Arrived(status, headers, coming));
        }
    }

    /** Waiting thread: passes on those that have come. */
    void pass() {
        for (@Nullable Arrived one = next.getNow(null); one != null; one = next.getNow(null)) {
            next = one.next;
            to.came(one.status, one.headers);
        }
    }

    /** Waiting thread: completed when there is one to pass on, or the response. */
    CompletableFuture<?> orElse(CompletableFuture<ClientResponse> response) {
        return CompletableFuture.anyOf(next, response);
    }
}
