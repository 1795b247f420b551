package io.gosling.origin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/**
 * Whether one server is asked: not while it pauses after failures in a row, and not while its checks fail. After a pause
 * one request finds out, and the others go elsewhere until it has. Time is a parameter. Used by many threads.
 */
final class ServerHealth {
    private final Failover rules;

    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private int failedChecks;

    /** The one that it is in, or that has just passed; zero for none. */
    @GuardedBy("this")
    private Duration pause = Duration.ZERO;

    @GuardedBy("this")
    private long untilNanos;

    @GuardedBy("this")
    private boolean probing;

    /** What it is for people. */
    enum State {
        UP,
        /** Left alone after failures. */
        PAUSED,
        /** Its checks fail. */
        DOWN;

        String label() {
            return switch (this) {
                case UP -> "up";
                case PAUSED -> "paused";
                case DOWN -> "down";
            };
        }
    }

    ServerHealth(Failover rules) {
        this.rules = rules;
    }

    /** Whether a request may be sent now; whoever sends one says what came of it. */
    synchronized boolean admits(long now) {
        if (isDown()) {
            return false;
        }
        if (!isPaused()) {
            return true;
        }
        if (probing || now - untilNanos < 0) {
            return false;
        }
        probing = true;
        return true;
    }

    /** It has answered, whatever. */
    synchronized void answered() {
        failures = 0;
        pause = Duration.ZERO;
        probing = false;
    }

    /** It has not. */
    synchronized void failed(long now) {
        if (isPaused() && !probing) {
            // Was sent before the pause began.
            return;
        }
        failures++;
        if (isPaused() || failures >= rules.failures()) {
            Duration doubled = isPaused() ? pause.multipliedBy(2) : rules.pause();
            pause = doubled.compareTo(rules.longestPause()) < 0 ? doubled : rules.longestPause();
            untilNanos = now + pause.toNanos();
            probing = false;
        }
    }

    /** Nothing was found out: who asked has gone, or nothing was sent. */
    synchronized void abandoned() {
        probing = false;
    }

    /** A check was answered well, or not; one that was ends every pause. */
    synchronized void checked(boolean well) {
        failedChecks = well ? 0 : Math.min(failedChecks + 1, rules.failures());
        if (well) {
            answered();
        }
    }

    synchronized State state() {
        return isDown() ? State.DOWN : isPaused() ? State.PAUSED : State.UP;
    }

    @GuardedBy("this")
    private boolean isPaused() {
        return pause.isPositive();
    }

    @GuardedBy("this")
    private boolean isDown() {
        return failedChecks >= rules.failures();
    }
}
