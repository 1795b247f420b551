package io.gosling.netty.http2;

import io.gosling.netty.limits.Http2Limits;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Counts frames that cost a client little and a server more (CVE-2019-9512, 9515 and their like), in windows of time.
 * For one connection and its loop; knows no clock.
 */
final class FloodGuard {
    private static final int BYTES_FOR_UPDATE = 256;

    private final int mostSettings;
    private final int mostPings;
    private final int mostPriorities;
    private final int mostUpdates;
    private final long window;
    private long since;
    private int settings;
    private int pings;
    private int priorities;
    private long updates;

    FloodGuard(Http2Limits limits, long now) {
        this.mostSettings = limits.get(Http2Limits.SETTINGS);
        this.mostPings = limits.get(Http2Limits.PINGS);
        this.mostPriorities = limits.get(Http2Limits.PRIORITIES);
        this.mostUpdates = limits.get(Http2Limits.WINDOW_UPDATES);
        this.window = limits.get(Http2Limits.WINDOW).toNanos();
        this.since = now;
    }

    void settings(long now) throws Http2Exception {
        turn(now);
        require(++settings <= mostSettings, "SETTINGS", mostSettings);
    }

    void ping(long now) throws Http2Exception {
        turn(now);
        require(++pings <= mostPings, "PING", mostPings);
    }

    void priority(long now) throws Http2Exception {
        turn(now);
        require(++priorities <= mostPriorities, "PRIORITY", mostPriorities);
    }

    void windowUpdate(long now) throws Http2Exception {
        turn(now);
        require(++updates <= mostUpdates, "WINDOW_UPDATE", mostUpdates);
    }

    /** Records sent bytes, for which the client may open its windows again. */
    void dataSent(int bytes) {
        updates -= 2 + bytes / BYTES_FOR_UPDATE;
    }

    private void turn(long now) {
        if (now - since >= window) {
            since = now;
            settings = 0;
            pings = 0;
            priorities = 0;
            updates = Math.min(updates, 0);
        }
    }

    private static void require(boolean within, String frame, int limit) throws Http2Exception {
        if (!within) {
            throw Http2Exception.connectionError(
                    Http2Error.ENHANCE_YOUR_CALM, "more than %d frames of %s in a window", limit, frame);
        }
    }
}
