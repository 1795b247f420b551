package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether one server is asked: not while it pauses after failures in a row, and not while its checks fail. After a pause
 * one request finds out, and the others go elsewhere until it has: where no connection could be made before, by its
 * connection, and otherwise by its answer; one with a body, or on a connection that was kept, which
 * may take long and finds out little, lets the next one try as soon as it is sent. What was sent before a pause can end it by its answer, and no other way.
 * Time is a parameter. Used by many threads.
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

    /** Of the one that finds out; null while nobody does. */
    @GuardedBy("this")
    private @Nullable Leave probe;

    /** Leave to send one request, whose owner says what came of it. It is this very object that counts. */
    static final class Leave {
        private final int pauses;

        private Leave(int pauses) {
            this.pauses = pauses;
        }
    }

    /** What was last said of it. */
    @GuardedBy("this")
    private State told = State.UP;

    /**
     * Something to say of it.
     *
     * @param pause how long it is left alone at first; of account when it is paused
     */
    record News(State state, Duration pause) {}

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

    /** Nothing was found out: who asked has gone, or nothing was sent. */
    synchronized void abandoned(Leave leave) {
        if (leave == probe) {
            probe = null;
        }
    }

    /** A check was answered well, or not. One that was ends what checks have begun; requests find out about a pause. */
    synchronized void checked(boolean well) {
        failedChecks = well ? 0 : Math.min(failedChecks + 1, rules.failures());
    }

    synchronized State state() {
        return isDown() ? State.DOWN : isPaused() ? State.PAUSED : State.UP;
    }

    /** What it is, once for each change; null where that was said. */
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
