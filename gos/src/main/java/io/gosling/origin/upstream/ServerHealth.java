package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The health of one server, which decides whether it receives requests: not while it is ejected after failures in a
 * row, and not while its checks fail. After that time one request tests it (half-open), and another one each time that
 * the ejection time passes without an answer. Any answer ends an ejection; failures of requests that were sent before
 * it do not prolong it. Time is a parameter. Used by many threads.
 */
final class ServerHealth {
    private final int mostFailures;
    private final Duration firstPause;
    private final Duration longestPause;

    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private int failedChecks;

    /** The current or last ejection time; zero for none. */
    @GuardedBy("this")
    private Duration pause = Duration.ZERO;

    @GuardedBy("this")
    private long untilNanos;

    @GuardedBy("this")
    private int pauses;

    /** A permit to send one request, whose owner reports the result; {@code pauses} counts the ejections before it. */
    record Leave(int pauses) {}

    @GuardedBy("this")
    private State told = State.UP;

    /** A change of health to report, with the first ejection time. */
    record News(State state, Duration pause) {}

    enum State {
        UP,
        /** Ejected after failures. */
        PAUSED,
        DOWN;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    ServerHealth(FailoverSettings rules) {
        this.mostFailures = rules.get(FailoverSettings.FAILURES);
        this.firstPause = rules.get(FailoverSettings.PAUSE);
        this.longestPause = rules.get(FailoverSettings.LONGEST_PAUSE);
    }

    /** Permits a request now; null where none may be sent. */
    synchronized @Nullable Leave admit(long now) {
        if (!mayServe(now)) {
            return null;
        }
        if (isPaused()) {
            untilNanos = now + pause.toNanos();
        }
        return new Leave(pauses);
    }

    /** True if a request would be admitted. */
    synchronized boolean mayServe(long now) {
        return !isDown() && (!isPaused() || now - untilNanos >= 0);
    }

    synchronized void answered() {
        failures = 0;
        pause = Duration.ZERO;
    }

    synchronized void failed(Leave leave, long now) {
        if (leave.pauses() != pauses) {
            // Sent before the ejection.
            return;
        }
        failures++;
        if (isPaused() || failures >= mostFailures) {
            Duration doubled = isPaused() ? pause.multipliedBy(2) : firstPause;
            pause = doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
            untilNanos = now + pause.toNanos();
            pauses++;
        }
    }

    /** Records a check. A success ends a failure found by checks; an ejection is tested by requests. */
    synchronized void checked(boolean well) {
        failedChecks = well ? 0 : Math.min(failedChecks + 1, mostFailures);
    }

    synchronized State state() {
        return isDown() ? State.DOWN : isPaused() ? State.PAUSED : State.UP;
    }

    synchronized @Nullable News news() {
        State now = state();
        if (now == told) {
            return null;
        }
        told = now;
        return new News(now, pause);
    }

    @GuardedBy("this")
    private boolean isPaused() {
        return pause.isPositive();
    }

    @GuardedBy("this")
    private boolean isDown() {
        return failedChecks >= mostFailures;
    }
}
