package io.gosling.netty.http2;

import io.gosling.netty.limits.Http2Limits;
import io.gosling.settings.Setting;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.Arrays;

/**
 * Counts frames that cost a client little and a server more (CVE-2019-9512, 9515 and their like), in windows of time.
 * For one connection and its loop; knows no clock.
 */
final class FloodGuard {
    private static final int BYTES_FOR_UPDATE = 256;

    private static final Frame[] FRAMES = Frame.values();
    private final int[] most = new int[FRAMES.length];
    private final long[] counts = new long[FRAMES.length];
    private final long window;
    private long since;

    enum Frame {
        SETTINGS(Http2Limits.SETTINGS),
        PING(Http2Limits.PINGS),
        PRIORITY(Http2Limits.PRIORITIES),
        WINDOW_UPDATE(Http2Limits.WINDOW_UPDATES);

        private final Setting<Integer> limit;

        Frame(Setting<Integer> limit) {
            this.limit = limit;
        }
    }

    FloodGuard(Http2Limits limits, long now) {
        Arrays.setAll(most, kind -> limits.get(FRAMES[kind].limit));
        this.window = limits.get(Http2Limits.WINDOW).toNanos();
        this.since = now;
    }

    void count(Frame frame, long now) throws Http2Exception {
        int kind = frame.ordinal();
        if (now - since >= window) {
            since = now;
            // Updates that were paid for by sent bytes stay allowed.
            Arrays.setAll(counts, each -> Math.min(counts[each], 0));
        }
        if (++counts[kind] > most[kind]) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "more than %d frames of %s in a window", most[kind], frame);
        }
    }

    /** Records sent bytes, for which the client may open its windows again. */
    void dataSent(int bytes) {
        counts[Frame.WINDOW_UPDATE.ordinal()] -= 2 + bytes / BYTES_FOR_UPDATE;
    }
}
