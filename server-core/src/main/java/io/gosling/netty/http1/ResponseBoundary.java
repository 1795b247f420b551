package io.gosling.netty.http1;

/** A pooled connection's codec that knows where a response ends, and whether any bytes follow it. */
public interface ResponseBoundary {
    /** Returns whether no bytes follow the last response: the next one would begin with them. On the event loop. */
    boolean isBetweenResponses();
}
