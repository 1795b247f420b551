package io.gosling.netty.http2;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Discards the rest of a request on a stream whose response was complete before its request was. Until the client ends
 * its side, what it sends is discarded and validated as before: a second header that does not end the stream is a fault
 * (RFC 9113, section 8.1), which would go unnoticed on a stream that was reset at once. A client that sends for long,
 * or is slow, is stopped.
 */
final class RequestBodyDiscarder extends Http2StreamResponder {
    private final Http2Streams streams;
    private final Http2Stream stream;
    private final long since;
    private long room;

    /** @param room bytes that are discarded before the upload is stopped */
    RequestBodyDiscarder(Http2Streams streams, Http2Stream stream, long now, long room) {
        super(now);
        this.streams = streams;
        this.stream = stream;
        this.since = now;
        this.room = room;
    }

    /** Starts with unread bytes that count against the client's window, and returns them unless enough arrived. */
    void begin(int unread) {
        if (room < 0) {
            letGo();
        } else if (unread > 0) {
            streams.consume(stream, unread);
        }
    }

    @Override
    public boolean receive(ByteBuf piece, boolean last, long now) {
        room -= piece.readableBytes();
        if (room < 0 && !last) {
            letGo();
        }
        return false;
    }

    @Override
    public void letGo() {
        streams.reset(stream, Http2Error.NO_ERROR);
        streams.flush();
    }

    /** Stops a late client without reporting a limit. */
    @Override
    public @Nullable LimitKind overdue(long now, HttpLimits limits, boolean blocked) {
        if (limits.isOver(HttpLimits.BODY_TIME, since, now)) {
            letGo();
        }
        return null;
    }
}
