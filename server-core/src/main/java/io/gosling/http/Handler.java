package io.gosling.http;

/** Answers requests on the slow lane: runs on a virtual thread of its own per request, so it may block. */
@FunctionalInterface
public interface Handler {
    /**
     * Answers one request by calling one of the exchange's {@code respond} methods exactly once.
     *
     * @throws Exception answered with 500 when nothing has been sent yet; the connection is closed otherwise
     */
    void handle(Exchange exchange) throws Exception;
}
