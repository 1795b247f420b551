package io.gosling.dispatcher.balancer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.RetryBudget;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.balancer.AdmissionTicket.State;
import io.gosling.dispatcher.policy.RoutingKeyAssignment;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RoutingExplanation;
import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The admission and queueing of requests, with the {@link BackendAssigner} of back-ends, policy, loads and health,
 * behind one short lock. Called by every event loop and by the source of back-ends; waiting requests are notified on
 * their own loops, after the lock was released.
 *
 * <p>Invariant: the load of a back-end is the number of admitted and lasting tickets on it, so at rest every load is
 * zero. A request is admitted only while its back-end works on it; while only its client is waited for, it is paused.
 */
public final class AdmissionController {
    private static final System.Logger LOG = System.getLogger(AdmissionController.class.getName());

    /** A response is soon within this part of the late back-end's time. */
    private static final long SOON = 4;

    /** Assignments in one message between front-ends: few, since event loops wait for the lock meanwhile. */
    private static final int MAX_REPORTED = 64;

    /** A notification of a waiting request, delivered on its own loop after the lock was released. */
    private record News(AdmissionTicket ticket, Consumer<AdmissionTicket.Waiter> message) {
        void tell() {
            ticket.loop.execute(() -> message.accept(ticket.waiter));
        }
    }

    private volatile boolean listens;
    private volatile AdmissionSettings admission;
    private final Ticker ticker;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final BackendAssigner assignment;

    @GuardedBy("lock")
    private HealthSweep sweep;

    @GuardedBy("lock")
    private final RetryBudget repetitions;

    @GuardedBy("lock")
    private final Counts counts = new Counts();

    /** Requests by their state now, except for those that wait, and retries since the start. */
    private static final class Counts {
        int active;
        int paused;
        int lasting;
        int tunnels;
        long repeated;
        long denied;
    }

    public AdmissionController(FrontEndSettings settings, Ticker ticker) {
        this.admission = settings.admission();
        this.ticker = ticker;
        this.assignment = new BackendAssigner(settings, ticker);
        this.sweep = new HealthSweep(assignment, settings);
        this.listens = assignment.listens();
        this.repetitions = new RetryBudget(settings.get(RelaySettings.REPEAT_PERCENT));
    }

    /**
     * Applies other settings and the whole set of back-ends at once; null keeps the present ones. Requests that wait
     * already go on waiting, with the new timeout.
     */
    public void change(@Nullable FrontEndSettings other, @Nullable List<Backend> all) {
        List<News> news = new ArrayList<>(0);
        synchronized (lock) {
            if (other != null) {
                admission = other.admission();
                assignment.change(other);
                sweep = new HealthSweep(assignment, other);
                listens = assignment.listens();
            }
            for (BackendState lost : all == null ? List.<BackendState>of() : assignment.replace(all)) {
                lost.tickets.forEach(ticket -> news.add(gone(ticket, lost)));
                lost.aside.forEach(ticket -> news.add(gone(ticket, lost)));
            }
            news.addAll(admitWaiting());
        }
        news.forEach(News::tell);
    }

    public void setFrontEnds(int frontEnds) {
        List<News> news;
        synchronized (lock) {
            assignment.setFrontEnds(frontEnds);
            news = admitWaiting();
        }
        news.forEach(News::tell);
    }

    /** Returns true if the policy uses the size of responses. */
    public boolean listens() {
        return listens;
    }

    /**
     * Admits a request, lets it wait until its {@link AdmissionTicket.Waiter} is notified, or refuses it.
     *
     * @return its back-end; null if it waits, or is refused, for which the ticket has the reason
     */
    public @Nullable BackendState enter(AdmissionTicket ticket) {
        synchronized (lock) {
            BackendPool pool = assignment.poolOf(ticket);
            if (!assignment.namesAny(pool)) {
                ticket.refusal = new AdmissionTicket.Refusal(
                        BackendFailureReason.UNREACHABLE.error,
                        pool.label == null ? "there is no back-end" : "there is no back-end for this");
            } else if (pool.queue.isEmpty() && pool.resuming.isEmpty() && hasRoom(pool)) {
                return admit(ticket);
            } else if (pool.queue.size() >= admission.get(AdmissionSettings.QUEUE_LENGTH)) {
                ticket.refusal = new AdmissionTicket.Refusal(
                        BackendFailureReason.CROWDED.error, "too many requests are waiting");
            } else {
                ticket.state = State.WAITING;
                ticket.waitingSinceNanos = ticker.nanos();
                pool.queue.add(ticket);
            }
            return null;
        }
    }

    /**
     * Moves an admitted request whose attempt failed to another back-end: the policy's choice if it was not tried
     * yet, else the least loaded one that was not. A lone back-end may be tried again after a failure that
     * {@linkplain BackendFailureReason#leavesBackendAsItWas leaves it as it was}. Being late counts against a
     * back-end if it is half-open, or if the other one then answers soon.
     *
     * @return null when every live back-end was tried, the budget does not allow it, or the ticket is over
     */
    @Nullable
    public BackendState moveToAnother(AdmissionTicket ticket, BackendFailureReason failure) {
        synchronized (lock) {
            if (ticket.state != State.ADMITTED || (failure.costsBudget() && !mayRepeat(ticket))) {
                return null;
            }
            if (failure.costsBudget() || failure == BackendFailureReason.STALE) {
                ticket.repeatable = false; // once: no further back-end is tried after that one
            }
            BackendState next = assignment.chooseUntried(ticket, ticker.nanos());
            if (next == null && failure.leavesBackendAsItWas()) {
                assignment.unassign(ticket);
                next = assignment.choose(ticket, ticker.nanos());
            }
            if (next != null) {
                if (failure.costsBudget()) {
                    repetitions.spend();
                    counts.repeated++;
                }
                if (failure == BackendFailureReason.LATE) {
                    noteLate(ticket);
                }
                if (failure == BackendFailureReason.UNAVAILABLE) {
                    ticket.unavailable = ticket.member;
                    ticket.unavailableSinceNanos = ticket.assignedAtNanos;
                }
                assignment.unassign(ticket);
                assignment.assign(ticket, next, ticker.nanos());
            }
            return next;
        }
    }

    @GuardedBy("lock")
    private void noteLate(AdmissionTicket ticket) {
        BackendState late = ticket.member;
        if (late != null && assignment.isTrial(ticket)) {
            countLate(late, ticket.assignedAtNanos);
        }
        ticket.late = late;
        ticket.lateSinceNanos = ticket.assignedAtNanos;
        ticket.lateForNanos = ticker.nanos() - ticket.assignedAtNanos;
    }

    /** Returns true if there is another back-end, and the budget allows a retry; denials count once per request. */
    @GuardedBy("lock")
    private boolean mayRepeat(AdmissionTicket ticket) {
        if (!assignment.anyUntried(ticket)) {
            return false;
        }
        boolean may = repetitions.allowsOne();
        if (!may && !ticket.denied) {
            ticket.denied = true;
            counts.denied++;
        }
        return may;
    }

    /** The request is over, answered or not; further calls do nothing. The request that waits longest is admitted. */
    public void finish(AdmissionTicket ticket) {
        List<News> news;
        synchronized (lock) {
            State was = ticket.state;
            ticket.state = State.OVER;
            if (ticket.lastsOn != null) {
                counts.tunnels--;
                ticket.lastsOn.lasting--;
                ticket.lastsOn = null;
            }
            switch (was) {
                case WAITING -> assignment.poolOf(ticket).queue.remove(ticket);
                case ADMITTED -> {
                    assignment.unassign(ticket);
                    counts.active--;
                }
                case PAUSED, RESUMING -> {
                    assignment.poolOf(ticket).resuming.remove(ticket);
                    assignment.unassign(ticket);
                    counts.paused--;
                }
                case LASTING -> {
                    assignment.unassign(ticket);
                    counts.lasting--;
                }
                case NEW, OVER -> {}
            }
            news = admitWaiting();
        }
        news.forEach(News::tell);
    }

    /**
     * Counts a request on a handed-off connection, even beyond the admission limit; false, not counted, when the
     * back-end takes no requests or is half-open.
     */
    boolean begins(AdmissionTicket ticket, BackendState member) {
        synchronized (lock) {
            PoolMembership term = member.term;
            if (term == null || member.outlierDetection.halfOpen()) {
                return false;
            }
            BackendPool home = assignment.poolOf(ticket);
            ticket.asked = term.belongsTo(home) ? home : assignment.pools().getFirst();
            ticket.state = State.ADMITTED;
            counts.active++;
            assignment.assign(ticket, member, ticker.nanos());
            return true;
        }
    }

    /**
     * Frees the place of an admitted request while only its client is waited for: to send more of its body, or to take
     * more of the response. It is no load of its back-end meanwhile.
     *
     * @return false when it keeps its place: it is not admitted, or its response is to show whether its back-end has
     *     recovered
     */
    public boolean pause(AdmissionTicket ticket) {
        List<News> news;
        synchronized (lock) {
            if (ticket.state != State.ADMITTED || assignment.isTrial(ticket)) {
                return false;
            }
            ticket.state = State.PAUSED;
            counts.active--;
            counts.paused++;
            assignment.pause(ticket);
            news = admitWaiting();
        }
        news.forEach(News::tell);
        return true;
    }

    /** Readmits a paused request, beyond the limit if need be: its back-end goes on with it. */
    public void resume(AdmissionTicket ticket) {
        synchronized (lock) {
            if (ticket.state == State.PAUSED || ticket.state == State.RESUMING) {
                goOn(ticket);
            }
        }
    }

    /**
     * Readmits a paused request if there is a place, before new requests that wait for admission.
     *
     * @return false when it has to wait: then its waiter is notified of the readmission or the timeout
     */
    public boolean resumeInTurn(AdmissionTicket ticket) {
        synchronized (lock) {
            BackendPool pool = assignment.poolOf(ticket);
            if (ticket.state != State.PAUSED) {
                return true;
            }
            if (BackendAssigner.isOutOfService(ticket) || (pool.resuming.isEmpty() && hasRoom(pool))) {
                goOn(ticket);
                return true;
            }
            ticket.state = State.RESUMING;
            ticket.waitingSinceNanos = ticker.nanos();
            pool.resuming.add(ticket);
            return false;
        }
    }

    @GuardedBy("lock")
    private void goOn(AdmissionTicket ticket) {
        assignment.poolOf(ticket).resuming.remove(ticket);
        ticket.state = State.ADMITTED;
        counts.paused--;
        counts.active++;
        assignment.takeBack(ticket);
    }

    /**
     * Reserves a place for a tunnel or event stream, which takes none of the admission limit and so is bounded by
     * nothing else; returns false when there is none.
     */
    public boolean mayLast(AdmissionTicket ticket, TunnelSettings bounds) {
        synchronized (lock) {
            BackendState member = ticket.member;
            if (member == null
                    || counts.tunnels >= bounds.get(TunnelSettings.MOST)
                    || member.lasting >= bounds.get(TunnelSettings.MOST_EACH)) {
                return false;
            }
            counts.tunnels++;
            member.lasting++;
            ticket.lastsOn = member;
            return true;
        }
    }

    /**
     * Turns an admitted request into a tunnel or event stream, which does not count for the admission limit.
     *
     * @param counted true if the policy still counts it as load of its back-end; either way it is notified when that is
     *     gone
     */
    public void becomeLasting(AdmissionTicket ticket, boolean counted) {
        List<News> news;
        synchronized (lock) {
            if (ticket.state != State.ADMITTED) {
                return;
            }
            ticket.state = State.LASTING;
            assignment.giveUpPlace(ticket);
            counts.active--;
            counts.lasting++;
            if (!counted) {
                assignment.setAside(ticket);
            }
            news = admitWaiting();
        }
        news.forEach(News::tell);
    }

    /** Reports a response to the policy, with the size of the object. */
    public void heard(AdmissionTicket ticket, long bytes) {
        synchronized (lock) {
            assignment.heard(ticket, bytes);
        }
    }

    /** The back-end that a request is on sent a response header: no success if not {@code well}, nor a failure. */
    public void headerCame(AdmissionTicket ticket, boolean well) {
        List<News> news = List.of();
        synchronized (lock) {
            long now = ticker.nanos();
            BackendState late = ticket.late;
            if (late != null) {
                answeredElsewhere(ticket, late, now - ticket.assignedAtNanos);
            }
            BackendState unavailable = ticket.unavailable;
            if (unavailable != null) {
                countFailure(unavailable, ticket.unavailableSinceNanos);
            }
            if (assignment.headerCame(ticket, well, now)) {
                news = admitWaiting();
            }
        }
        news.forEach(News::tell);
    }

    /**
     * Records a failure that counts against a back-end. A reset stream only raises a doubt, except for a test request.
     */
    public void failed(AdmissionTicket ticket, BackendFailureReason why) {
        synchronized (lock) {
            BackendState member = ticket.member;
            if (member == null) {
                return;
            }
            if (why == BackendFailureReason.RESET && !assignment.isTrial(ticket)) {
                if (!member.outlierDetection.answeredSince(ticket.assignedAtNanos)
                        && member.lateRequests.areEnoughWithReset(ticket.routingKey)) {
                    countLate(member, ticket.assignedAtNanos);
                }
                return;
            }
            if (why == BackendFailureReason.UNREACHABLE) {
                unreached(member, ticket.assignedAtNanos);
            } else {
                countFailure(member, ticket.assignedAtNanos);
            }
        }
    }

    @GuardedBy("lock")
    private void countFailure(BackendState member, long sentNanos) {
        if (member.outlierDetection.failed(ticker.nanos(), sentNanos, assignment.mayLeaveAlone())) {
            assignment.takeOut(member);
        }
    }

    /** Records that no connection was made for a request that was given to a back-end then. */
    public void unreached(BackendState member, long sentNanos) {
        synchronized (lock) {
            if (member.outlierDetection.unreached(ticker.nanos(), sentNanos, assignment.mayLeaveAlone())) {
                assignment.takeOut(member);
            }
        }
    }

    /**
     * A request has reached the timeout for its response's header. If two back-ends were late with it, the requested
     * page itself may be slow, unless one of them is half-open; if others answer meanwhile, it raises a doubt about
     * both.
     */
    public void late(AdmissionTicket ticket) {
        synchronized (lock) {
            BackendState member = ticket.member;
            BackendState before = ticket.late;
            if (member == null) {
                return;
            }
            if (before == null || assignment.isTrial(ticket)) {
                countLate(member, ticket.assignedAtNanos);
            } else if (assignment.othersAnsweredSince(ticket.assignedAtNanos, before, member)) {
                doubt(ticket, before, ticket.lateSinceNanos);
                doubt(ticket, member, ticket.assignedAtNanos);
            }
        }
    }

    /** Compares with the late back-end's time: a slow answer elsewhere means a slow page. */
    @GuardedBy("lock")
    private void answeredElsewhere(AdmissionTicket ticket, BackendState late, long nanos) {
        if (SOON * nanos <= ticket.lateForNanos) {
            countLate(late, ticket.lateSinceNanos);
        } else if (nanos < ticket.lateForNanos) {
            doubt(ticket, late, ticket.lateSinceNanos);
        }
    }

    @GuardedBy("lock")
    private void doubt(AdmissionTicket ticket, BackendState member, long sentNanos) {
        if (!member.outlierDetection.answeredSince(sentNanos) && member.lateRequests.areEnoughWith(ticket.routingKey)) {
            countLate(member, sentNanos);
        }
    }

    @GuardedBy("lock")
    private void countLate(BackendState member, long sentNanos) {
        if (member.outlierDetection.late(ticker.nanos(), sentNanos, assignment.mayLeaveAlone())) {
            assignment.takeOut(member);
        }
    }

    public void expect(Map<String, long[]> routingKeys) {
        synchronized (lock) {
            assignment.expect(routingKeys);
        }
    }

    /** Takes at most {@value #MAX_REPORTED} changed assignments for the other front-ends; null when there are none. */
    public @Nullable String takeAssignments() {
        synchronized (lock) {
            return assignment.takeChanges(MAX_REPORTED);
        }
    }

    /** Takes over assignments of another front-end; throws an unchecked exception for another text. */
    public void adoptAssignments(String text) {
        String[] lines = text.split("\n", MAX_REPORTED + 1);
        List<RoutingKeyAssignment> theirs =
                Stream.of(lines).skip(1).map(RoutingKeyAssignment::parse).toList();
        synchronized (lock) {
            assignment.adopt(lines[0], theirs);
        }
    }

    /**
     * Sets the whole set of back-ends, as the source reports it now. A back-end whose address changed is a new one.
     * Requests on a back-end that is no longer in the set are notified, because its response may never come.
     */
    public void backends(List<Backend> all) {
        change(null, all);
    }

    private static News gone(AdmissionTicket ticket, BackendState lost) {
        return new News(ticket, waiter -> waiter.gone(lost));
    }

    /** Ends ejections and waits whose time is over, and logs changes; to be called several times a second. */
    public void tick() {
        long now = ticker.nanos();
        List<HealthSweep.Line> lines;
        List<News> news;
        synchronized (lock) {
            assignment.forgetRemoved();
            lines = sweep.look(now);
            news = admitWaiting();
            news.addAll(waitedTooLong(now));
        }
        lines.forEach(line -> LOG.log(line.level(), line.text()));
        news.forEach(News::tell);
    }

    List<BackendState> due(DoubleSupplier chance) {
        synchronized (lock) {
            return sweep.due(ticker.nanos(), chance);
        }
    }

    void checked(BackendState member, boolean well) {
        List<News> news = List.of();
        synchronized (lock) {
            if (member.checks.ended(well)) {
                assignment.bringInOrTakeOut(member);
                news = admitWaiting();
            }
        }
        news.forEach(News::tell);
    }

    void unchecked(BackendState member) {
        synchronized (lock) {
            member.checks.dropped();
        }
    }

    public FrontEndStatus status(int connections, Map<String, Long> outcomes) {
        synchronized (lock) {
            return new FrontEndStatus(
                    assignment.pools().getFirst().name.label(),
                    assignment.frontEnds(),
                    limit(assignment.pools().getFirst()),
                    counts.active,
                    counts.paused,
                    waiting(pool -> pool.resuming),
                    counts.lasting,
                    waiting(pool -> pool.queue),
                    assignment.routingKeys(),
                    connections,
                    outcomes,
                    counts.repeated,
                    counts.denied,
                    assignment.panic(),
                    pools(),
                    assignment.status());
        }
    }

    /** Explains which back-ends a routing key would get in a pool, by its label; changes nothing. */
    public RoutingExplanation explain(@Nullable String route, @Nullable String label, long routingKey) {
        synchronized (lock) {
            return assignment.explain(route, label, routingKey);
        }
    }

    @GuardedBy("lock")
    private int waiting(Function<BackendPool, Set<AdmissionTicket>> those) {
        return assignment.pools().stream()
                .mapToInt(pool -> those.apply(pool).size())
                .sum();
    }

    @GuardedBy("lock")
    private List<FrontEndStatus.PoolStatus> pools() {
        List<FrontEndStatus.PoolStatus> labelled = new ArrayList<>();
        for (BackendPool pool : assignment.pools()) {
            if (pool.label != null) {
                labelled.add(pool.status(limit(pool)));
            }
        }
        return labelled;
    }

    /** Returns true if one more request that is confined to a back-end pool can be admitted. */
    @GuardedBy("lock")
    private boolean hasRoom(BackendPool pool) {
        BackendPool serving = assignment.serving(pool);
        BackendPool everybody = assignment.pools().getFirst();
        return !serving.isEmpty()
                && serving.admitted < limit(serving)
                && (serving.label == null || everybody.admitted < limit(everybody));
    }

    @GuardedBy("lock")
    private int limit(BackendPool pool) {
        return assignment.admissionLimit(pool, admission.limit());
    }

    @GuardedBy("lock")
    private BackendState admit(AdmissionTicket ticket) {
        BackendState member = Objects.requireNonNull(assignment.choose(ticket, ticker.nanos()));
        ticket.state = State.ADMITTED;
        counts.active++;
        repetitions.earn();
        assignment.assign(ticket, member, ticker.nanos());
        return member;
    }

    @GuardedBy("lock")
    private List<News> admitWaiting() {
        List<News> news = new ArrayList<>(0);
        for (AdmissionTicket ticket = nextToResume(); ticket != null; ticket = nextToResume()) {
            goOn(ticket);
            news.add(new News(ticket, AdmissionTicket.Waiter::resumed));
        }
        for (AdmissionTicket ticket = next(); ticket != null; ticket = next()) {
            assignment.poolOf(ticket).queue.remove(ticket);
            BackendState member = admit(ticket);
            news.add(new News(ticket, waiter -> waiter.assigned(member)));
        }
        return news;
    }

    /** A paused request that can be readmitted, or that has no back-end to wait for; null when there is none. */
    @GuardedBy("lock")
    private @Nullable AdmissionTicket nextToResume() {
        for (BackendPool pool : assignment.pools()) {
            AdmissionTicket first = pool.resuming.isEmpty() ? null : pool.resuming.getFirst();
            if (first != null && (BackendAssigner.isOutOfService(first) || hasRoom(pool))) {
                return first;
            }
        }
        return null;
    }

    /** The request that waits longest of those for which there is room; null when there is none. */
    @GuardedBy("lock")
    private @Nullable AdmissionTicket next() {
        AdmissionTicket next = null;
        for (BackendPool pool : assignment.pools()) {
            AdmissionTicket first = pool.queue.isEmpty() ? null : pool.queue.getFirst();
            boolean longer = first != null && (next == null || first.waitingSinceNanos - next.waitingSinceNanos < 0);
            next = longer && hasRoom(pool) ? first : next;
        }
        return next;
    }

    @GuardedBy("lock")
    private List<News> waitedTooLong(long now) {
        long timeout = admission.get(AdmissionSettings.QUEUE_TIME).toNanos();
        List<News> news = new ArrayList<>(0);
        for (BackendPool pool : assignment.pools()) {
            while (!pool.queue.isEmpty() && now - pool.queue.getFirst().waitingSinceNanos >= timeout) {
                AdmissionTicket ticket = pool.queue.removeFirst();
                ticket.state = State.OVER;
                news.add(new News(ticket, AdmissionTicket.Waiter::waitedTooLong));
            }
            while (!pool.resuming.isEmpty() && now - pool.resuming.getFirst().waitingSinceNanos >= timeout) {
                AdmissionTicket ticket = pool.resuming.removeFirst();
                ticket.state = State.PAUSED;
                news.add(new News(ticket, AdmissionTicket.Waiter::waitedTooLong));
            }
        }
        return news;
    }
}
