package io.gosling.dispatcher.relay;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one request's body, with the one piece of it that was received while there was no back-end to take
 * it. Belongs to the event loop of its {@link Relay}.
 */
final class RequestUpload {
    private final boolean announced;
    private final long limit;
    private boolean begun;
    private boolean ended;
    private long bytes;
    private @Nullable HttpContent held;

    RequestUpload(boolean announced, long limit) {
        this.announced = announced;
        this.limit = limit;
    }

    /** Counts a piece of the body before it is passed on; false when the body is too long with it. */
    boolean take(HttpContent piece) {
        begun = true;
        bytes += piece.content().readableBytes();
        return bytes <= limit;
    }

    long bytes() {
        return bytes;
    }

    /** Notes the end of the request; false when it was noted before, or the piece is not the last. */
    boolean noteEnd(HttpContent piece) {
        boolean ends = piece instanceof LastHttpContent && !ended;
        ended |= ends;
        return ends;
    }

    /** Keeps a piece that was received before an attempt or between two; the next attempt passes it on. */
    void hold(HttpContent piece) {
        HttpContent before = unhold();
        if (before != null && before.content().isReadable()) {
            before.release();
            piece.release();
            throw new IllegalStateException("a piece of a body came while another was kept");
        }
        if (before != null) {
            before.release();
        }
        held = piece;
    }

    /** True if a kept piece leaves no room for another. */
    boolean isFull() {
        return held != null && !(held instanceof LastHttpContent);
    }

    @Nullable
    HttpContent unhold() {
        HttpContent piece = held;
        held = null;
        return piece;
    }

    void release() {
        HttpContent piece = unhold();
        if (piece != null) {
            piece.release();
        }
    }

    boolean begun() {
        return begun;
    }

    /** True until the request's end has come. */
    boolean open() {
        return !ended;
    }

    boolean unfinished() {
        return announced && !ended;
    }
}
