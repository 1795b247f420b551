package io.gosling.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other threads bring about: polls a condition, fails loudly at a generous deadline. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SHORTEST_POLL_NANOS = 2_000_000;
    private static final long LONGEST_POLL_NANOS = 50_000_000;

    private Eventually() {}

    /** Waits up to 30 seconds. */
    public static void that(String story, BooleanSupplier condition) {
        within(PATIENCE, story, condition);
    }

    /** Waits up to a deadline; {@code story} says what did not come true. */
    public static void within(Duration deadline, String story, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long waited = System.nanoTime() - start;
            if (waited > deadline.toNanos()) {
                throw new AssertionError("not within " + deadline + ": " + story);
            }
            // Who is asked over HTTP every 2 ms while it starts has no processor left to start.
            LockSupport.parkNanos(Math.clamp(waited / 16, SHORTEST_POLL_NANOS, LONGEST_POLL_NANOS));
        }
    }
}
