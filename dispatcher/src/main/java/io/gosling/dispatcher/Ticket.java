package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Server;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request's place in the front-end: new, waiting, admitted, perhaps lasting, over. Belongs to the event loop of its client's
 * connection; what changes is guarded by {@link Dispatcher}'s lock.
 */
final class Ticket {
    /** Whoever asked. Called on the ticket's event loop. */
    interface Waiter {
        /** The wait is over; at most once, and only after a wait. */
        void assigned(Member member);

        /** The wait is over without a back-end; at most once, and only after a wait. */
        void waitedTooLong();

        /** The source of back-ends names this one no more, and the request was on it when that was told. */
        void gone(Member member);
    }

    enum Place {
        NEW,
        WAITING,
        ADMITTED,
        LASTING,
        OVER
    }

    final long target;
    final EventExecutor loop;
    final Waiter waiter;
    final List<Member> tried = new ArrayList<>(2);

    /** Whether it can be tried elsewhere if its back-end fails it. Set before it enters. */
    boolean repeatable = true;

    /** Whether its answer is to show if its back-end is well again. Set when it gets that. */
    boolean onTrial;

    Place place = Place.NEW;

    /** Whether it began in an earlier life of its back-end, which the policy has forgotten. */
    boolean earlier;

    /** Whether it is on a back-end that takes no requests, and so keeps nobody out. */
    boolean stranded;

    /** Whether the budget has denied it a repetition. */
    boolean denied;

    long waitingSinceNanos;
    long assignedAtNanos;

    /** Who had it before and was late with it, while nobody knows whether its page is slow or its back-end. */
    @Nullable
    Member late;

    long lateSinceNanos;
    long lateForNanos;

    @Nullable
    Member member;

    @Nullable
    Server server;

    Ticket(long target, EventExecutor loop, Waiter waiter) {
        this.target = target;
        this.loop = loop;
        this.waiter = waiter;
    }
}
