package io.gosling.node.admin;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The readiness of this process for new requests. Safe for use by many threads; draining cannot be undone. */
public final class Readiness {
    private static final String DRAINING = "draining";

    private final AtomicReference<@Nullable String> obstacle = new AtomicReference<>("starting");
    private final Supplier<@Nullable String> content;

    /** @param content gives the reason why what is served cannot be reached, or null; may block */
    public Readiness(Supplier<@Nullable String> content) {
        this.content = content;
    }

    public void ready() {
        obstacle.updateAndGet(now -> DRAINING.equals(now) ? now : null);
    }

    /** Marks the process as draining: requests in progress are completed, and no new ones should come. */
    public void draining() {
        obstacle.set(DRAINING);
    }

    /** The reason why the process is not ready, or null when it is. */
    public @Nullable String obstacle() {
        String why = obstacle.get();
        return why == null ? content.get() : why;
    }

    /** {@code ready}, {@code starting}, {@code draining}, or why what is served cannot be reached. */
    public String state() {
        String why = obstacle();
        return why == null ? "ready" : why;
    }
}
