package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.policy.PolicyBackend;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of one request in the front-end: new, waiting, admitted, perhaps paused or lasting, over. Belongs to the
 * event loop of its client's connection. Its loop sets some state before it enters, or while it is admitted; other
 * mutable state is guarded by {@link AdmissionController}'s lock.
 */
public final class AdmissionTicket {
    /** Notified of changes of the ticket, on the ticket's event loop. */
    public interface Waiter {
        /** Called at most once, after a wait; never for a ticket that does not wait. */
        default void assigned(BackendState member) {
            throw new IllegalStateException("no wait for " + member.backend.name() + " was requested");
        }

        /** Called when the wait ended without a back-end; at most once. */
        default void waitedTooLong() {
            throw new IllegalStateException("no wait was requested");
        }

        /** A paused request was readmitted; at most once for each {@link AdmissionController#resumeInTurn}. */
        default void resumed() {
            throw new IllegalStateException("no readmission was requested");
        }

        /** Called when the source no longer names the request's back-end. */
        void gone(BackendState member);
    }

    /**
     * The reason why a request was refused when it entered.
     *
     * @param error as in {@link BackendFailureReason#error}
     * @param reason a sentence for the client
     */
    public record Refusal(String error, String reason) {}

    public enum State {
        NEW,
        WAITING,
        ADMITTED,
        /** Waiting for its client only, outside the admission limit. */
        PAUSED,
        RESUMING,
        LASTING,
        OVER
    }

    final long routingKey;

    final EventExecutor loop;
    final Waiter waiter;

    final List<BackendState> tried = new ArrayList<>(2);

    /** True if it can be retried elsewhere if its back-end fails. Set before it enters, and for its last attempt. */
    public boolean repeatable = true;

    /** The label of the pool that it is confined to by its routes; null for none. */
    public @Nullable String pool;

    /** The identifier of the back-end at which the client's session is; null for none. Set before it enters. */
    public @Nullable String session;

    /** True if it tests a half-open back-end. Set when it gets that back-end. */
    public boolean halfOpen;

    public State state = State.NEW;

    /** Null if it was not refused when it entered. */
    public @Nullable Refusal refusal;

    /** True if it began in an earlier membership term of its back-end. */
    boolean earlier;

    /** The membership term in which it has a place; null without one, or if the back-end takes no requests. */
    @Nullable
    PoolMembership admittedIn;

    boolean denied;

    @Nullable
    BackendState lastsOn;

    long waitingSinceNanos;
    long assignedAtNanos;

    /** The previous back-end that was late with it, until the slow page or back-end is known. */
    @Nullable
    BackendState late;

    long lateSinceNanos;
    long lateForNanos;

    /** The previous back-end, whose status was not passed on, until another status shows that it is to blame. */
    public @Nullable BackendState unavailable;

    long unavailableSinceNanos;

    @Nullable
    public BackendState member;

    /** The membership term of its back-end that counts it. */
    @Nullable
    PoolMembership term;

    @Nullable
    BackendPool asked;

    /** The pool whose policy chose its back-end, and that back-end's server in it. */
    @Nullable
    BackendPool by;

    @Nullable
    PolicyBackend server;

    public AdmissionTicket(long routingKey, EventExecutor loop, Waiter waiter) {
        this.routingKey = routingKey;
        this.loop = loop;
        this.waiter = waiter;
    }
}
