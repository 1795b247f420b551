package io.gosling.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Waiting for what other threads bring about: polls a condition, fails loudly at a generous deadline. */
public final class Eventually {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    private static final int LOOKS_IN_WHAT_HAS_PASSED = 50;
    private static final int LOOKS_AT_A_REST = 20;

    private Eventually() {}

    /** Waits up to 30 seconds. */
    public static void that(String story, BooleanSupplier condition) {
        within(TIMEOUT, story, condition);
    }

    /** Waits until a number that grows has stayed as it is for {@value #LOOKS_AT_A_REST} checks. */
    public static void rests(String story, LongSupplier growing) {
        long[] seen = new long[2];
        that(story, () -> {
            long now = growing.getAsLong();
            seen[1] = now > 0 && now == seen[0] ? seen[1] + 1 : 0;
            seen[0] = now;
            return seen[1] == LOOKS_AT_A_REST;
        });
    }

    /** Waits up to a deadline; {@code story} says what did not come true. */
    public static void within(Duration deadline, String story, BooleanSupplier condition) {
        within(deadline, () -> story, condition);
    }

    /** The same; the story is asked for when it has failed, so that it can say how things stand then. */
    public static void within(Duration deadline, Supplier<String> story, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long passed = System.nanoTime() - start;
            if (passed > deadline.toNanos()) {
                throw new AssertionError("not within " + deadline + ": " + story.get());
            }
            LockSupport.parkNanos(pause(passed));
        }
    }

    /** Pauses between checks, which grow with the time: checks cost processor time. */
    private static long pause(long passed) {
        return Math.clamp(passed / LOOKS_IN_WHAT_HAS_PASSED, SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }
}
