package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The health of one server, which decides whether it receives requests: not while it is ejected after failures in a
 * row, and not while its checks fail. After that time one request tests it (half-open), and the others go elsewhere
 * until the result is known: where no connection could be made before, by its connection, and otherwise by its answer.
 * A test request with a body, or on a reused connection, shows little and admits the next one once sent. Earlier
 * requests end an ejection by their answer only. Time is a parameter. Used by many threads.
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

    /** True if the last failure was to connect. */
    @GuardedBy("this")
    private boolean unreachable;

    /** The permit of the test request; null while there is none. */
    @GuardedBy("this")
    private @Nullable Leave probe;

    /** A permit to send one request, whose owner reports the result. Permits are compared by identity. */
    static final class Leave {
        private final int pauses;

        private Leave(int pauses) {
            this.pauses = pauses;
        }
    }

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
        if (isDown()) {
            return null;
        }
        if (!isPaused()) {
            return new Leave(pauses);
        }
        if (probe != null || now - untilNanos < 0) {
            return null;
        }
        probe = new Leave(pauses);
        return probe;
    }

    /** True if a request would be admitted, or could be but for a test under way. */
    synchronized boolean mayServe(long now) {
        return !isDown() && (!isPaused() || now - untilNanos >= 0);
    }

    /** Records a request's connection, and whether it is new and the request has a body. */
    synchronized void connected(Leave leave, boolean made, boolean body) {
        if (leave != probe) {
            return;
        }
        if (made && unreachable) {
            answered();
        } else if (unreachable || body) {
            probe = null;
        }
    }

    synchronized void answered() {
        failures = 0;
        pause = Duration.ZERO;
        probe = null;
    }

    synchronized void failed(Leave leave, boolean connecting, long now) {
        if (leave.pauses != pauses || (isPaused() && leave != probe)) {
            // Sent before the ejection, or not the current test.
            return;
        }
        failures++;
        unreachable = connecting;
        if (isPaused() || failures >= mostFailures) {
            Duration doubled = isPaused() ? pause.multipliedBy(2) : firstPause;
            pause = doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
            untilNanos = now + pause.toNanos();
            pauses++;
            probe = null;
        }
    }

    /** Records a request without a result, as when the client has gone. */
    synchronized void abandoned(Leave leave) {
        if (leave == probe) {
            probe = null;
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
