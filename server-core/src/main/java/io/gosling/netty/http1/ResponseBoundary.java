package io.gosling.netty.http1;

/** A pooled connection's codec that knows where a response ends, and whether anything has come behind it. */
public interface ResponseBoundary {
    /**
     * Whether nothing has come behind the last response. What has would stand before the next one, and be taken for a part
     * of it. On the connection's event loop.
     */
    boolean isBetweenResponses();
}
