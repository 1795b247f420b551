package io.gosling.netty.http2;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/**
 * Responds to the request of one stream. This base class stands for a complete response that is being sent: it needs no
 * body and no trailers, and is subject to the write timeout as any other. Belongs to the connection's loop.
 */
public class Http2StreamResponder {
    private long lastProgress;

    public Http2StreamResponder(long now) {
        this.lastProgress = now;
    }

    /** Receives a piece of the request's body, and retains it if it is wanted; returns true if it is. */
    public boolean receive(ByteBuf piece, boolean last, long now) {
        return false;
    }

    public void receiveTrailers(Http2Headers trailers) {}

    /** The client has reset the stream. */
    public void clientLeaves() {}

    /**
     * The connection is to end when its responses are sent; this one does not wait for a client that may still send.
     */
    public void letGo() {}

    /** The stream has ended, by this side or by the client; returns true when work for it goes on without a client. */
    public boolean closed() {
        return false;
    }

    /** The client made room for more. */
    public final void progressed(long now) {
        lastProgress = now;
    }

    /**
     * Checks the timeouts.
     *
     * @param blocked true if output waits for the client to make room
     * @return the limit for which the stream is to be reset, or null
     */
    public @Nullable LimitKind overdue(long now, HttpLimits limits, boolean blocked) {
        if (!blocked) {
            lastProgress = now;
        }
        return limits.isOver(HttpLimits.WRITE_TIME, lastProgress, now) ? LimitKind.WRITE_TIME : null;
    }
}
