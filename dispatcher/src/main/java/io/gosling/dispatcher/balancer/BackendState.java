package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.health.CheckRecord;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.Probation;
import io.gosling.dispatcher.health.SlowStart;
import io.gosling.dispatcher.policy.LearntWeight;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.Health;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One back-end in the front-end's books. The counters are for any thread; everything that changes besides is guarded by
 * {@link Dispatcher}'s lock.
 */
public final class BackendState {
    final LongAdder requests = new LongAdder();
    public final LongAdder failures = new LongAdder();
    final Probation probation;
    final CheckRecord checks;
    final Doubts doubts = new Doubts();
    final LearntWeight learnt = new LearntWeight();

    /** The requests on it, those of earlier lives included. */
    final Set<Ticket> tickets = new HashSet<>();

    /** What lasts on it and is no load of it, to be told when it is gone. */
    final Set<Ticket> aside = new HashSet<>();

    /** Tunnels and streams of events on it. */
    int lasting;

    /** As its source described it last. Written under the lock, read by every loop. */
    public volatile Backend backend;

    /** Whether its source names it no more. Set once, under the lock; read by every loop. */
    public volatile boolean gone;

    /** Its present life in the cluster; null while it takes no requests. */
    @Nullable
    MembershipTerm life;

    /** The one request that it gets on trial, while that is under way. */
    @Nullable
    Ticket trial;

    /** While it is new among others. */
    @Nullable
    SlowStart slow;

    /** The one request that is left to it although others overtake it, until it answers or is over. */
    @Nullable
    Ticket leftToIt;

    private boolean overtaken;
    private long overtakenNanos;
    private long overtakenUntil;
    private long unanswered;

    /** What was last said of it in the log. */
    Health told = Health.WELL;

    BackendState(Backend backend, HealthSettings settings) {
        this.backend = backend;
        this.probation = new Probation(settings.probation());
        this.checks = new CheckRecord(settings.checks());
    }

    /**
     * A request that it was sent then was answered by a second back-end first, and whether it would have answered is not heard
     * any more. While it has none, it owes nobody an answer.
     */
    void overtaken(long sentNanos, long nanos) {
        if (!overtaken || probation.answeredSince(overtakenNanos)) {
            overtaken = true;
            overtakenNanos = sentNanos;
            overtakenUntil = sentNanos;
            unanswered = 0;
        }
        unanswered += nanos - (overtakenUntil - sentNanos > 0 ? overtakenUntil : sentNanos);
        overtakenUntil = nanos;
    }

    /**
     * Whether this request of its is asked of nobody else, so that it is heard whether it answers: it has been overtaken for as
     * long as {@code patience}, and has answered nobody since the first time. One request at a time is.
     */
    boolean isToAnswer(Ticket ticket, Duration patience) {
        if (!overtaken || unanswered < patience.toNanos() || probation.answeredSince(overtakenNanos)) {
            return false;
        }
        if (leftToIt == null) {
            leftToIt = ticket;
        }
        return ticket.equals(leftToIt);
    }

    /** What it is taken to carry. */
    double weight() {
        return Math.min(Backend.MOST_WEIGHT, backend.weight() * learnt.factor());
    }

    /** What is thought of it. */
    Health health() {
        if (probation.leftAlone()) {
            return Health.LEFT_ALONE;
        }
        return !checks.well() ? Health.CHECK_FAILED : probation.onTrial() ? Health.ON_TRIAL : Health.WELL;
    }

    /** Whether its source wants it to take requests. */
    boolean isOffered() {
        return backend.state() == Backend.State.READY && !gone;
    }

    /** @param panic whether so few are well that checks are not believed */
    boolean mayServe(boolean panic) {
        return isOffered() && !probation.leftAlone() && trial == null && (panic || checks.well());
    }

    /** @param share of its place that it takes */
    FrontEndStatus.BackendStatus status(double share) {
        String state = backend.state() == Backend.State.DRAINING ? "draining" : life == null ? "down" : "ready";
        return new FrontEndStatus.BackendStatus(
                backend.name(),
                backend.hostAndPort(),
                life == null ? weight() : life.weight(),
                backend.weight(),
                backend.labels().stream().sorted().toList(),
                state,
                health(),
                share,
                tickets.size(),
                requests.sum(),
                failures.sum(),
                probation.times(),
                checks.passed(),
                checks.failed());
    }
}
