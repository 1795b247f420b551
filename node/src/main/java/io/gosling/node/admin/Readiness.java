package io.gosling.node.admin;

import org.jspecify.annotations.Nullable;

/** Whether new requests should be sent to this process. Set by the thread that starts and stops it, read by any. */
public final class Readiness {
    private volatile @Nullable String obstacle = "starting";

    /** From now on requests are welcome. */
    public void ready() {
        obstacle = null;
    }

    /** From now on what has begun is ended and nothing new should come. */
    public void draining() {
        obstacle = "draining";
    }

    /** Why not, or null when ready. */
    public @Nullable String obstacle() {
        return obstacle;
    }

    /** {@code ready}, {@code starting} or {@code draining}. */
    public String state() {
        String why = obstacle;
        return why == null ? "ready" : why;
    }
}
