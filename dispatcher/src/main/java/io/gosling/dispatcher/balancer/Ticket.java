package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.policy.Server;
import io.gosling.dispatcher.settings.BackendPoolRules;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request's place in the front-end: new, waiting, admitted, perhaps paused or lasting, over. Belongs to the event loop of its client's
 * connection; what changes is guarded by {@link Dispatcher}'s lock.
 */
public final class Ticket {
    /** Whoever asked. Called on the ticket's event loop. */
    public interface Waiter {
        /** The wait is over; at most once, and only after a wait. */
        void assigned(BackendState member);

        /** The wait is over without a back-end; at most once, and only after a wait. */
        void waitedTooLong();

        /** A paused request that asked for its place again has it; at most once for each time that it asked. */
        default void resumed() {
            throw new IllegalStateException("nobody has asked for a place again");
        }

        /** The source of back-ends names this one no more, and the request was on it when that was told. */
        void gone(BackendState member);
    }

    public enum Place {
        NEW,
        WAITING,
        ADMITTED,
        /** Only its client is waited for: it takes no place of the admission limit. */
        PAUSED,
        /** Its client has moved on, and it waits for a place again. */
        RESUMING,
        LASTING,
        OVER
    }

    /** Set before it enters. */
    public long target;

    final EventExecutor loop;
    final Waiter waiter;
    final List<BackendState> tried = new ArrayList<>(2);

    /** Whether it can be tried elsewhere if its back-end fails it. Set before it enters, and for its last attempt. */
    public boolean repeatable = true;

    /** The group that it is confined to, by {@link BackendPoolRules}. Set before it enters. */
    public int group;

    /** Whether its answer is to show if its back-end is well again. Set when it gets that. */
    public boolean onTrial;

    public Place place = Place.NEW;

    /** Whether it began in an earlier life of its back-end, which the policy has forgotten. */
    boolean earlier;

    /** In which life of its back-end it has a place; null while it has none, or that takes no requests: it keeps nobody out. */
    @Nullable
    MembershipTerm admittedIn;

    /** Whether its back-end sent a response header. */
    boolean answered;

    /** Whether its answer's time says what its back-end carries. */
    boolean teaches;

    /** Whether the budget has denied it a repetition. */
    boolean denied;

    /** Where it has a place of those that last; null while it has none. */
    @Nullable
    BackendState lastsOn;

    long waitingSinceNanos;
    long assignedAtNanos;

    /** Who had it before and was late with it, while nobody knows whether its page is slow or its back-end. */
    @Nullable
    BackendState late;

    long lateSinceNanos;
    long lateForNanos;

    @Nullable
    public BackendState member;

    /** The life of its back-end that counts it. */
    @Nullable
    MembershipTerm life;

    /** Which group's policy was asked for it last. */
    @Nullable
    BackendPool asked;

    /** Which group's policy chose its back-end, and what that is to it. */
    @Nullable
    BackendPool by;

    @Nullable
    Server server;

    public Ticket(long target, EventExecutor loop, Waiter waiter) {
        this.target = target;
        this.loop = loop;
        this.waiter = waiter;
    }

    /**
     * Its back-end answers, which is to be told next. Who refuses, redirects or has nothing is quick, which says nothing of
     * what it carries.
     */
    public void answersWith(int status) {
        teaches = status == 200 || status == 206 || status == 304;
    }
}
