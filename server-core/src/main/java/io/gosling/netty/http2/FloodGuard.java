package io.gosling.netty.http2;

import io.gosling.netty.limits.Http2Limits;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Counts frames that cost a client little and a server more (CVE-2019-9512, 9515 and their like), in windows of time.
 * Bytes sent to the client pay for its WINDOW_UPDATE frames, up to as many as the limit, and for nothing else. For one
 * connection and its loop; knows no clock.
 */
final class FloodGuard {
    private static final int BYTES_FOR_FRAME = 256;

    private final int most;
    private final long window;
    private long since;
    private int count;
    private int credit;

    FloodGuard(Http2Limits limits, long now) {
        this.most = limits.get(Http2Limits.CONTROL_FRAMES);
        this.window = limits.get(Http2Limits.WINDOW).toNanos();
        this.since = now;
    }

    void count(long now) throws Http2Exception {
        if (now - since >= window) {
            since = now;
            count = 0;
        }
        if (++count > most) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "more than %d control frames in a window", most);
        }
    }

    void windowUpdate(long now) throws Http2Exception {
        if (credit > 0) {
            credit--;
        } else {
            count(now);
        }
    }

    /**
     * Records bytes of a body that were sent, for which the client may open its windows again.
     *
     * @param last false if the client's window has cut them off, so that it may not go on byte by byte
     */
    void dataSent(int bytes, boolean last) {
        credit = Math.min(most, credit + bytes / BYTES_FOR_FRAME + (last ? 2 : 0));
    }
}
