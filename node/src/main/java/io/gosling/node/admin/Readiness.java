package io.gosling.node.admin;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether new requests should be sent to this process. Safe for use by many threads; draining is for good. */
public final class Readiness {
    private static final String DRAINING = "draining";

    private final AtomicReference<@Nullable String> obstacle = new AtomicReference<>("starting");

    /** From now on requests are welcome. */
    public void ready() {
        obstacle.updateAndGet(now -> DRAINING.equals(now) ? now : null);
    }

    /** From now on what has begun is ended and nothing new should come. */
    public void draining() {
        obstacle.set(DRAINING);
    }

    /** Why not, or null when ready. */
    public @Nullable String obstacle() {
        return obstacle.get();
    }

    /** {@code ready}, {@code starting} or {@code draining}. */
    public String state() {
        String why = obstacle();
        return why == null ? "ready" : why;
    }
}
