package io.gosling.netty.server;

import io.gosling.netty.fastpath.PlainLookup;
import io.gosling.netty.fastpath.PlainStreamRequest;
import io.gosling.netty.http2.StreamHeads;
import io.gosling.netty.transport.LoopClock;
import io.gosling.accesslog.LoopLog;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one event loop share. Belongs to that loop, but for the date.
 *
 * @param lines null without an access log
 */
record ServerLoop(
        LoopClock clock,
        FastLane fastLane,
        PlainStreamRequest plainStream,
        PlainLookup lookup,
        StreamHeads heads,
        @Nullable LoopLog lines) {

    /** Null without an access log, and while it is off. */
    @Override
    public @Nullable LoopLog lines() {
        return lines != null && lines.isOn() ? lines : null;
    }
}
