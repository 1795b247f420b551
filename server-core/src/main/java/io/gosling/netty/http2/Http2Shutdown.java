package io.gosling.netty.http2;

import java.util.concurrent.TimeUnit;

/**
 * Ends a connection of HTTP/2 in two steps: a first GOAWAY with a ping behind it, and, when the ping has come back or a
 * second has passed, the last GOAWAY. For one connection and its loop; knows no clock.
 */
final class Http2Shutdown {
    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(1);
    private static final long PING = 0x676f6f64627965L;

    private boolean begun;
    private boolean over;
    private long since;

    long begin(long now) {
        begun = true;
        since = now;
        return PING;
    }

    boolean isAnswered(long ping) {
        return begun && !over && ping == PING;
    }

    boolean isDue(long now) {
        return begun && !over && now - since > TIMEOUT;
    }

    void end() {
        begun = true;
        over = true;
    }

    boolean isOver() {
        return over;
    }
}
