package io.gosling.netty.http2;

/**
 * The fates of the streams that ended last. A frame that arrives for a closed stream is harmless after a reset, which
 * it may have crossed, and a fault of the client otherwise (RFC 9113, sections 5.1 and 5.1.1). For one connection and
 * its loop.
 */
final class ClosedStreams {
    private static final int REMEMBERED = 128;

    private final int[] ids = new int[REMEMBERED];
    private final boolean[] resets = new boolean[REMEMBERED];
    private int next;
    private int forgotten;

    enum Fate {
        /** Its number was skipped. */
        NEVER_OPENED,
        /** Both sides had ended it. */
        ENDED,
        RESET,
        FORGOTTEN
    }

    void add(int id, boolean reset) {
        forgotten = Math.max(forgotten, ids[next]);
        ids[next] = id;
        resets[next] = reset;
        next = (next + 1) % REMEMBERED;
    }

    Fate of(int id) {
        for (int i = 0; i < REMEMBERED; i++) {
            if (ids[i] == id) {
                return resets[i] ? Fate.RESET : Fate.ENDED;
            }
        }
        return id > forgotten ? Fate.NEVER_OPENED : Fate.FORGOTTEN;
    }
}
