package io.gosling.netty.http2;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.Limit;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/**
 * What answers the request of one stream. As it is, an answer that was given whole and is on its way: it wants no body and
 * no trailers, and waits for its client as long as any. Belongs to the connection's loop.
 */
public class Http2StreamResponder {
    private long lastProgress;

    /** @param now when the request came */
    public Http2StreamResponder(long now) {
        this.lastProgress = now;
    }

    /** A piece of the request's body, which is retained if it is wanted; true if it is. */
    public boolean receive(ByteBuf piece, boolean last, long now) {
        return false;
    }

    /** The request ends with fields. */
    public void receiveTrailers(Http2Headers trailers) {}

    /** The client has reset the stream. */
    public void clientLeaves() {}

    /** The connection is to end when its answers are out; this one does not wait for a client that still may send. */
    public void letGo() {}

    /** The stream has ended, by us or by the client; true when there is work for it that goes on, for nobody. */
    public boolean closed() {
        return false;
    }

    /** The client made room for more. */
    public final void progressed(long now) {
        lastProgress = now;
    }

    /**
     * Looks at its times.
     *
     * @param blocked whether something waits for the client to make room
     * @return the limit for which the stream is to be reset, or null
     */
    public @Nullable Limit overdue(long now, HttpLimits limits, boolean blocked) {
        if (!blocked) {
            lastProgress = now;
        }
        return now - lastProgress > limits.writeTimeout().toNanos() ? Limit.WRITE_TIME : null;
    }
}
