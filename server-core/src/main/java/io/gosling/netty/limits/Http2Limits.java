package io.gosling.netty.limits;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Limits of one connection of HTTP/2, beside {@link HttpLimits}. A client that exceeds a limit on flood-like behaviour
 * is sent ENHANCE_YOUR_CALM and disconnected.
 *
 * @param streams requests at a time, 1 to 10 000; beside them as many may be worked on whose streams were reset
 * @param streamWindow bytes of one request's body that may arrive unread, 64 KiB - 1 to 16 MiB
 * @param connectionWindow the same for all requests together, 64 KiB - 1 to 1 GiB
 * @param frameBytes longest frame, 16 KiB to 16 MiB - 1
 * @param headerTable bytes of the table for header compression, 0 to 64 KiB
 * @param window the time for which frames are counted, 1 s to 1 h
 * @param resets RST_STREAM of the client, and as many that it provokes, in a window, 1 to 1 000 000 (rapid reset)
 * @param settings SETTINGS in a window, 1 to 1 000 000
 * @param pings PING in a window, 1 to 1 000 000
 * @param priorities PRIORITY in a window, 1 to 1 000 000
 * @param windowUpdates WINDOW_UPDATE in a window, beside one for each 256 B that were sent to it, 1 to 1 000 000
 * @param emptyData DATA frames without a byte in a row, 1 to 1000
 * @param continuations small CONTINUATION frames of one header, 1 to 1000
 * @param queuedControl frames that wait to be sent in response to the client's own, 1 to 100 000
 */
public record Http2Limits(
        int streams,
        int streamWindow,
        int connectionWindow,
        int frameBytes,
        int headerTable,
        Duration window,
        int resets,
        int settings,
        int pings,
        int priorities,
        int windowUpdates,
        int emptyData,
        int continuations,
        int queuedControl) {

    private static final int FLOOD = 1_000_000;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public Http2Limits {
        Bounds.require("streams", streams, 1, 10_000);
        Bounds.require("streamWindow", streamWindow, 65_535, 16 << 20);
        Bounds.require("connectionWindow", connectionWindow, 65_535, 1 << 30);
        Bounds.require("frameBytes", frameBytes, 16 << 10, (16 << 20) - 1);
        Bounds.require("headerTable", headerTable, 0, 64 << 10);
        Bounds.require("window in seconds", window.toSeconds(), 1, 3600);
        Bounds.require("resets", resets, 1, FLOOD);
        Bounds.require("settings", settings, 1, FLOOD);
        Bounds.require("pings", pings, 1, FLOOD);
        Bounds.require("priorities", priorities, 1, FLOOD);
        Bounds.require("windowUpdates", windowUpdates, 1, FLOOD);
        Bounds.require("emptyData", emptyData, 1, 1000);
        Bounds.require("continuations", continuations, 1, 1000);
        Bounds.require("queuedControl", queuedControl, 1, 100_000);
    }

    /**
     * The defaults: 100 streams, 64 KiB a stream and 1 MiB a connection, 16 KiB frames, 4 KiB table; floods counted
     * over 30 s.
     */
    public static Http2Limits defaults() {
        return new Http2Limits(
                100,
                65_535,
                1 << 20,
                16 << 10,
                4 << 10,
                Duration.ofSeconds(30),
                200,
                100,
                300,
                1000,
                2000,
                2,
                16,
                1000);
    }
}
