package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The health of one server, which decides whether it receives requests: not while it is ejected after failures in a
 * row, and not while its checks fail. After that time one request tests it (half-open), and the others go elsewhere
 * until the result is known: where no connection could be made before, by its connection, and otherwise by its answer.
 * A test request with a body, or on a kept connection, may take long and shows little; it lets the next one try as
 * soon as it is sent. A request that was sent before an ejection can end it by its answer, and in no other way. Time
 * is a parameter. Used by many threads.
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

    /** Pauses that have begun. */
    @GuardedBy("this")
    private int pauses;

    /** Whether the last failure was that no connection could be made. */
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

    /** The state that was last reported. */
    @GuardedBy("this")
    private State told = State.UP;

    /**
     * A change of health to report.
     *
     * @param pause how long the server is ejected at first; meaningful when it is paused
     */
    record News(State state, Duration pause) {}

    /** The state of a server as operators see it. */
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

    /** Leave to send a request now; null where none may be. */
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

    /** Whether a request would be admitted, or could be but for another one that is finding out. */
    synchronized boolean mayServe(long now) {
        return !isDown() && (!isPaused() || now - untilNanos >= 0);
    }

    /**
     * A request has a connection.
     *
     * @param made whether it was made for it, and not kept from an earlier one
     * @param body whether it has a body
     */
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

    /** It has answered, whatever. */
    synchronized void answered() {
        failures = 0;
        pause = Duration.ZERO;
        probe = null;
    }

    /**
     * It has not.
     *
     * @param connecting whether no connection could be made
     */
    synchronized void failed(Leave leave, boolean connecting, long now) {
        if (leave.pauses != pauses || (isPaused() && leave != probe)) {
            // Was sent before the pause, or has left it to others to find out.
            return;
        }
        failures++;
        unreachable = connecting;
        if (isPaused() || failures >= rules.failures()) {
            Duration doubled = isPaused() ? pause.multipliedBy(2) : rules.pause();
            pause = doubled.compareTo(rules.longestPause()) < 0 ? doubled : rules.longestPause();
            untilNanos = now + pause.toNanos();
            pauses++;
            probe = null;
        }
    }

    /** The request had no result: the client has gone, or nothing was sent. */
    synchronized void abandoned(Leave leave) {
        if (leave == probe) {
            probe = null;
        }
    }

    /**
     * Records the result of a check. A success ends a failure that checks have found; an ejection is tested by
     * requests.
     */
    synchronized void checked(boolean well) {
        failedChecks = well ? 0 : Math.min(failedChecks + 1, rules.failures());
    }

    synchronized State state() {
        return isDown() ? State.DOWN : isPaused() ? State.PAUSED : State.UP;
    }

    /** The state, once for each change; null where it was reported already. */
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
        return failedChecks >= rules.failures();
    }
}
