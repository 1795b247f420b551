package io.gosling.http;

import io.gosling.document.ResponseSource;

/**
 * A listener that is called once for every response, when its last byte was handed to the socket or the response was
 * given up.
 *
 * <p>Called by event loops: implementations never block, lock or allocate.
 */
@FunctionalInterface
public interface CompletedResponseListener {
    /**
     * @param from the source of the bytes, or {@code GENERATED} or {@code ERROR}
     * @param status the status that was sent, or 499 when the client left before one was
     * @param bytes body bytes that were sent
     * @param nanos from the request's first byte read to its last byte written
     */
    void answered(ResponseSource from, int status, long bytes, long nanos);

    static CompletedResponseListener none() {
        return (from, status, bytes, nanos) -> {};
    }
}
