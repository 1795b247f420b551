package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.policy.Server;
import io.gosling.dispatcher.settings.BackendPoolRules;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of one request in the front-end: new, waiting, admitted, perhaps paused or lasting, over. Belongs to the
 * event loop of its client's connection; mutable state is guarded by {@link Dispatcher}'s lock.
 */
public final class Ticket {
    /** Notified of changes of the ticket, on the ticket's event loop. */
    public interface Waiter {
        /** The wait is over; at most once, and only after a wait. */
        void assigned(BackendState member);

        /** The wait is over without a back-end; at most once, and only after a wait. */
        void waitedTooLong();

        /** A paused request was readmitted; at most once for each {@link Dispatcher#resumeInTurn}. */
        default void resumed() {
            throw new IllegalStateException("nobody has asked for a place again");
        }

        /** The source no longer names this back-end, and the request was on it when that was reported. */
        void gone(BackendState member);
    }

    public enum Place {
        NEW,
        WAITING,
        ADMITTED,
        /** Only its client is waited for: it takes no place of the admission limit. */
        PAUSED,
        /** Its client has continued, and it waits for a place again. */
        RESUMING,
        LASTING,
        OVER
    }

    /** Set before it enters. */
    public long target;

    final EventExecutor loop;
    final Waiter waiter;
    final List<BackendState> tried = new ArrayList<>(2);

    /** Whether it can be retried elsewhere if its back-end fails. Set before it enters, and for its last attempt. */
    public boolean repeatable = true;

    /** The pool that it is confined to, by {@link BackendPoolRules}. Set before it enters. */
    public int group;

    /** Whether its response is to show if its back-end has recovered. Set when it gets that back-end. */
    public boolean onTrial;

    public Place place = Place.NEW;

    /** Whether it began in an earlier membership term of its back-end, which the policy no longer knows. */
    boolean earlier;

    /**
     * The membership term of its back-end in which it has a place; null while it has none, or the back-end takes no
     * requests: it keeps no other request out.
     */
    @Nullable
    MembershipTerm admittedIn;

    /** Whether its back-end sent a response header. */
    boolean answered;

    /** Whether its response time is used to learn its back-end's capacity. */
    boolean teaches;

    /** Whether the budget has denied it a repetition. */
    boolean denied;

    /** The back-end on which it has a place as a tunnel or event stream; null while it has none. */
    @Nullable
    BackendState lastsOn;

    long waitingSinceNanos;
    long assignedAtNanos;

    /**
     * The back-end that had it before and was late with it, while it is unknown whether the page is slow or the
     * back-end.
     */
    @Nullable
    BackendState late;

    long lateSinceNanos;
    long lateForNanos;

    @Nullable
    public BackendState member;

    /** The membership term of its back-end that counts it. */
    @Nullable
    MembershipTerm life;

    /** The pool whose policy was asked for it last. */
    @Nullable
    BackendPool asked;

    /** The pool whose policy chose its back-end, and that back-end's server in it. */
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
     * Notes the status of the response, before {@link Dispatcher#answered}. A refusal, a redirect or an error is quick,
     * which says nothing about the back-end's capacity.
     */
    public void answersWith(int status) {
        teaches = status == 200 || status == 206 || status == 304;
    }
}
