package io.gosling.netty.http1;

/** A pooled connection's codec that knows where a response ends, and whether any bytes follow it. */
public interface ResponseBoundaryTracker {
    /**
     * Returns whether no bytes have arrived after the last response. Such bytes would precede the next one, and be
     * taken for a part of it. On the connection's event loop.
     */
    boolean isBetweenResponses();
}
