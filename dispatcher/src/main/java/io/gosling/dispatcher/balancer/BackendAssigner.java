package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.SlowStart;
import io.gosling.dispatcher.policy.PolicyBackend;
import io.gosling.dispatcher.policy.RoutingKeyAssignment;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RoutingExplanation;
import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends, with those that take requests, and the requests on each: the state that policies choose from. Not
 * thread-safe; guarded by {@link AdmissionController}.
 *
 * <p>A back-end that is taken out and brought in again is a new {@link PolicyBackend} to the policies of its pools,
 * with the requests that it still has as its load.
 */
final class BackendAssigner {
    private final Ticker ticker;
    private List<BackendPool> pools = List.of();
    private BackendPool everybody;
    private final Map<String, BackendState> members = new LinkedHashMap<>();
    private final Map<String, BackendState> byId = new HashMap<>();
    private final Map<PolicyBackend, BackendState> byServer = new IdentityHashMap<>();
    private FrontEndSettings settings;
    private boolean panic;

    /** Announced routing keys by back-end name, until the first back-ends come. */
    private Map<String, long[]> expected = Map.of();

    private int turn;
    private int frontEnds = 1;

    BackendAssigner(FrontEndSettings settings, Ticker ticker) {
        this.ticker = ticker;
        this.settings = settings;
        this.pools = BackendPool.all(settings, pools);
        this.everybody = pools.getFirst();
    }

    /**
     * Takes other routes, policy, thresholds and health settings. Back-ends keep their health and requests, and pools
     * that stay what their policies have learnt. Waiting requests go to the pool that has their label now, or to that
     * of all back-ends, in the order in which they came.
     */
    void change(FrontEndSettings other) {
        settings = other;
        members.values().forEach(member -> member.tickets.forEach(this::giveUpPlace));
        List<BackendPool> before = pools;
        pools = BackendPool.all(other, before);
        everybody = pools.getFirst();
        byServer.clear();
        setFrontEnds(frontEnds);
        for (BackendState member : members.values()) {
            member.outlierDetection.change(other.health());
            member.checks.change(other.health().checks());
            regroup(member);
            bringInOrTakeOut(member);
        }
        sortAgain(before, pool -> pool.queue);
        sortAgain(before, pool -> pool.resuming);
        countNamed();
    }

    private void sortAgain(List<BackendPool> before, Function<BackendPool, Set<AdmissionTicket>> those) {
        List<AdmissionTicket> waiting = new ArrayList<>();
        for (BackendPool pool : before) {
            waiting.addAll(those.apply(pool));
            those.apply(pool).clear();
        }
        waiting.sort((one, two) -> Long.signum(one.waitingSinceNanos - two.waitingSinceNanos));
        waiting.forEach(ticket -> those.apply(poolOf(ticket)).add(ticket));
    }

    private void regroup(BackendState member) {
        PoolMembership term = member.term;
        if (term == null) {
            return;
        }
        term.regroup(member.backend, poolsOf(member), member.tickets.size());
        term.servers().forEach(server -> byServer.put(server, member));
        share(member, ticker.nanos());
        member.tickets.forEach(ticket -> takePlace(ticket, term));
    }

    private List<BackendPool> poolsOf(BackendState member) {
        return pools.stream().filter(pool -> pool.has(member.backend)).toList();
    }

    private void countNamed() {
        for (BackendPool pool : pools) {
            pool.named = (int) members.values().stream()
                    .filter(member -> pool.has(member.backend) && member.backend.state() != Backend.State.REMOVED)
                    .count();
        }
    }

    /** Forgets removed back-ends without requests. */
    void forgetRemoved() {
        if (members.values().removeIf(BackendState::isDone)) {
            countNamed();
        }
    }

    /** Replaces the set of back-ends, by name and address; returns those that are gone. */
    List<BackendState> replace(List<Backend> all) {
        List<BackendState> lost = new ArrayList<>(0);
        boolean amongOthers = !isEmpty();
        Map<String, BackendState> before = new LinkedHashMap<>(members);
        members.clear();
        for (Backend backend : all) {
            if (members.containsKey(backend.name())) {
                continue;
            }
            BackendState known = before.remove(backend.name());
            if (known != null && !known.backend.isAt(backend)) {
                lost.add(known);
                known = null;
            }
            if (known != null && !known.backend.labels().equals(backend.labels())) {
                takeOut(known);
            }
            BackendState member = known == null
                    ? new BackendState(
                            backend, settings.health(), settings.ids().of(backend.name()))
                    : known;
            boolean reweighed = member.backend.weight() != backend.weight();
            member.backend = backend;
            if (reweighed && member.term != null) {
                member.term.reweigh(backend.weight());
            }
            members.put(backend.name(), member);
            bringInOrTakeOut(member, amongOthers);
        }
        for (BackendState member : before.values()) {
            if (member.backend.state() == Backend.State.REMOVED && !member.isDone()) {
                members.put(member.backend.name(), member);
            } else {
                lost.add(member);
            }
        }
        for (BackendState member : lost) {
            takeOut(member);
            member.gone = true;
        }
        if (!members.isEmpty()) {
            expected = Map.of();
        }
        byId.clear();
        members.values().forEach(member -> byId.put(member.id, member));
        countNamed();
        return lost;
    }

    void expect(Map<String, long[]> routingKeys) {
        expected = routingKeys;
    }

    /** Takes some changes of one pool for the other front-ends: lines, after one of the scope; null for none. */
    @Nullable
    String takeChanges(int most) {
        for (BackendPool pool : pools) {
            StringBuilder lines = new StringBuilder(scope(pool));
            RoutingKeyAssignment change = pool.policy.takeChange();
            if (change != null) {
                for (int left = most - 1; change != null; left--) {
                    lines.append('\n').append(change.line());
                    change = left > 0 ? pool.policy.takeChange() : null;
                }
                return lines.toString();
            }
        }
        return null;
    }

    /** Takes over changes of another front-end for the pool of the same scope. */
    void adopt(String scope, List<RoutingKeyAssignment> changes) {
        long now = ticker.nanos();
        pools.stream()
                .filter(pool -> scope(pool).equals(scope))
                .forEach(pool -> changes.forEach(change -> pool.policy.adopt(change, now)));
    }

    /** Front-ends with the same scope mean the same by a routing key. */
    private String scope(BackendPool pool) {
        return pool.name.label() + " " + settings.get(FrontEndSettings.TARGET) + " "
                + Objects.requireNonNullElse(pool.label, "");
    }

    List<BackendPool> pools() {
        return pools;
    }

    /** The pool that a request is confined to, and in which it waits. */
    BackendPool poolOf(AdmissionTicket ticket) {
        return labelled(ticket.pool);
    }

    private BackendPool labelled(@Nullable String label) {
        for (BackendPool pool : pools) {
            if (Objects.equals(pool.label, label)) {
                return pool;
            }
        }
        return everybody; // its route is gone
    }

    /** Returns the pool that serves a pool's requests: that of all back-ends, if configured and its own is empty. */
    BackendPool serving(BackendPool pool) {
        return pool.isEmpty() && goesElsewhere() ? everybody : pool;
    }

    private boolean goesElsewhere() {
        return settings.get(FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE);
    }

    boolean namesAny(BackendPool pool) {
        return pool.named > 0 || (goesElsewhere() && everybody.named > 0);
    }

    /** True in panic: so few back-ends are healthy that checks are ignored. */
    boolean panic() {
        return panic;
    }

    /** Begins or ends panic, in which there is no slow start. */
    void panic(boolean begins) {
        panic = begins;
        if (begins) {
            members.values().forEach(member -> member.slow = null);
        }
        members.values().forEach(this::bringInOrTakeOut);
        warm(ticker.nanos());
    }

    void warm(long nanos) {
        members.values().forEach(member -> share(member, nanos));
    }

    private double share(BackendState member, long nanos) {
        double share = member.slow == null ? 1 : member.slow.share(nanos);
        if (share >= 1) {
            member.slow = null;
        }
        if (member.term != null) {
            member.term.share(share);
        }
        return share;
    }

    /** Returns true if one more back-end may be ejected. */
    boolean mayLeaveAlone() {
        int ejected = 0;
        for (BackendState member : members.values()) {
            ejected += member.outlierDetection.isEjected() ? 1 : 0;
        }
        return settings.health().mayEject(ejected, members.size());
    }

    void bringInOrTakeOut(BackendState member) {
        bringInOrTakeOut(member, !isEmpty());
    }

    /** @param amongOthers true if other back-ends took requests before */
    private void bringInOrTakeOut(BackendState member, boolean amongOthers) {
        if (!member.mayServe(panic)) {
            takeOut(member);
        } else if (member.term == null) {
            Duration slowStart = settings.get(HealthSettings.SLOW_START);
            if (amongOthers && !panic && !slowStart.isZero()) {
                member.slow = new SlowStart(slowStart, ticker.nanos());
            }
            PoolMembership term = new PoolMembership(member.backend, poolsOf(member));
            member.term = term;
            term.servers().forEach(server -> byServer.put(server, member));
            share(member, ticker.nanos());
            long[] held = expected.get(member.backend.name());
            if (held != null) {
                term.holds(held, ticker.nanos());
            }
            for (AdmissionTicket ticket : member.tickets) {
                ticket.earlier = true;
                count(ticket, term);
            }
        }
    }

    void takeOut(BackendState member) {
        PoolMembership term = member.term;
        if (term != null) {
            member.slow = null;
            term.end();
            term.servers().forEach(byServer::remove);
            member.term = null;
            member.tickets.forEach(this::giveUpPlace);
        }
    }

    private void count(AdmissionTicket ticket, PoolMembership term) {
        ticket.term = term;
        term.begin();
        takePlace(ticket, term);
    }

    private void takePlace(AdmissionTicket ticket, PoolMembership term) {
        if (ticket.state == AdmissionTicket.State.ADMITTED) {
            ticket.admittedIn = term;
            term.admit(poolOf(ticket), 1);
        }
    }

    void giveUpPlace(AdmissionTicket ticket) {
        if (ticket.admittedIn != null) {
            ticket.admittedIn.admit(poolOf(ticket), -1);
            ticket.admittedIn = null;
        }
    }

    /** Chooses the back-end of a request with a place; null if none serves its pool. */
    @Nullable
    BackendState choose(AdmissionTicket ticket, long nanos) {
        BackendPool home = poolOf(ticket);
        BackendPool serving = serving(home);
        if (serving.isEmpty()) {
            return null;
        }
        if (!serving.equals(home)) {
            home.elsewhere++;
        }
        return choose(serving, ticket, nanos);
    }

    /** Returns the back-end at which the client's session is, if it takes the request; null if none does. */
    private @Nullable BackendState ofSession(BackendPool pool, AdmissionTicket ticket) {
        BackendState member = ticket.session == null ? null : byId.get(ticket.session);
        return member != null
                        && member.term != null
                        && member.term.belongsTo(pool)
                        && !ticket.tried.contains(member)
                        && (ticket.repeatable || !member.outlierDetection.halfOpen())
                ? member
                : null;
    }

    /**
     * The back-end of the client's session, or else the policy's choice, unless that is half-open and the request
     * cannot be retried, or is full in slow start: then the least loaded other one.
     */
    private BackendState choose(BackendPool pool, AdmissionTicket ticket, long nanos) {
        ticket.asked = pool;
        BackendState kept = ofSession(pool, ticket);
        if (kept != null) {
            return kept;
        }
        PolicyBackend server = pool.policy.choose(ticket.routingKey, nanos);
        BackendState member = server == null ? null : byServer.get(server);
        if (server == null || member == null) {
            throw new IllegalStateException("the policy chose " + server + " of " + pool.cluster.servers());
        }
        if (!ticket.repeatable && member.outlierDetection.halfOpen()) {
            BackendState trusted = leastLoaded(pool, other -> !other.outlierDetection.halfOpen());
            return trusted == null ? member : trusted;
        }
        double share = share(member, nanos);
        if (share < 1 && !pool.policy.goesByLoad() && server.active() >= pool.cluster.bound(server, share)) {
            BackendState settled = leastLoaded(pool, other -> other.slow == null && !other.outlierDetection.halfOpen());
            return settled == null ? member : settled;
        }
        return member;
    }

    List<FrontEndStatus.BackendStatus> status() {
        long now = ticker.nanos();
        return members.values().stream()
                .map(member -> member.status(share(member, now)))
                .toList();
    }

    /** Explains the choice for a routing key, without effect; {@code route} is the one that names the pool. */
    RoutingExplanation explain(@Nullable String route, @Nullable String label, long routingKey) {
        BackendPool serving = serving(labelled(label));
        List<String> assigned = serving.policy.assigned(routingKey).stream()
                .flatMap(server -> Stream.ofNullable(byServer.get(server)))
                .map(member -> member.backend.name())
                .toList();
        List<String> backends = members.values().stream()
                .filter(member -> serving.has(member.backend))
                .map(member -> member.status(1))
                .map(one -> one.name() + ": " + one.state() + ", "
                        + one.health().name().toLowerCase(Locale.ROOT).replace('_', '-') + ", load " + one.load())
                .toList();
        return new RoutingExplanation(serving.name.label(), route, serving.label, assigned, backends);
    }

    boolean anyUntried(AdmissionTicket ticket) {
        return anyUntried(poolOf(ticket), ticket) || (goesElsewhere() && anyUntried(everybody, ticket));
    }

    private static boolean anyUntried(BackendPool pool, AdmissionTicket ticket) {
        int tried = 0;
        for (BackendState member : ticket.tried) {
            tried += member.term != null && member.term.belongsTo(pool) ? 1 : 0;
        }
        return tried < pool.cluster.size();
    }

    /** The policy's choice, or else the least loaded one, that the request was not on; null if none. */
    @Nullable
    BackendState chooseUntried(AdmissionTicket ticket, long nanos) {
        BackendPool home = poolOf(ticket);
        BackendState chosen = chooseUntried(home, ticket, nanos);
        if (chosen == null && goesElsewhere() && !home.equals(everybody)) {
            chosen = chooseUntried(everybody, ticket, nanos);
            home.elsewhere += chosen == null ? 0 : 1;
        }
        return chosen;
    }

    private @Nullable BackendState chooseUntried(BackendPool pool, AdmissionTicket ticket, long nanos) {
        if (pool.isEmpty()) {
            return null;
        }
        BackendState chosen = choose(pool, ticket, nanos);
        if (!ticket.tried.contains(chosen)) {
            return chosen;
        }
        BackendState trusted =
                leastLoaded(pool, other -> !ticket.tried.contains(other) && !other.outlierDetection.halfOpen());
        return trusted == null ? leastLoaded(pool, other -> !ticket.tried.contains(other)) : trusted;
    }

    /** The least loaded back-end; ties go in turn. */
    private @Nullable BackendState leastLoaded(BackendPool pool, Predicate<BackendState> among) {
        BackendState least = null;
        int all = pool.cluster.size();
        for (int step = 0, first = turn++; step < all; step++) {
            BackendState candidate = byServer.get(pool.cluster.at(Math.floorMod(first + step, all)));
            if (candidate != null && among.test(candidate) && (least == null || candidate.load() < least.load())) {
                least = candidate;
            }
        }
        return least;
    }

    /** Counts a request on a back-end that takes requests; a half-open one takes no more than this one. */
    void assign(AdmissionTicket ticket, BackendState member, long nanos) {
        PoolMembership term = member.term;
        BackendPool by = ticket.asked;
        if (term == null || by == null) {
            throw new IllegalStateException(member.backend + " is out of the cluster and was chosen");
        }
        ticket.member = member;
        ticket.by = by;
        ticket.server = term.in(by);
        ticket.earlier = false;
        ticket.assignedAtNanos = nanos;
        if (!ticket.tried.contains(member)) {
            ticket.tried.add(member);
        }
        member.tickets.add(ticket);
        member.requests.increment();
        count(ticket, term);
        ticket.halfOpen = member.outlierDetection.halfOpen();
        if (ticket.halfOpen) {
            member.trial = ticket;
            takeOut(member);
        }
    }

    void setAside(AdmissionTicket ticket) {
        BackendState member = ticket.member;
        unassign(ticket);
        if (member != null) {
            member.aside.add(ticket);
            ticket.member = member;
        }
    }

    void pause(AdmissionTicket ticket) {
        PolicyBackend counted = ticket.server;
        setAside(ticket);
        ticket.server = counted;
    }

    void takeBack(AdmissionTicket ticket) {
        BackendState member = ticket.member;
        if (member == null || !member.aside.remove(ticket)) {
            return;
        }
        member.tickets.add(ticket);
        PoolMembership term = member.term;
        if (term == null) {
            return; // as a request of an earlier life: it is counted when its back-end takes requests again
        }
        BackendPool by = ticket.by;
        PolicyBackend server = by != null && term.belongsTo(by) ? term.in(by) : null;
        ticket.earlier |= server == null || !server.equals(ticket.server);
        ticket.server = server;
        count(ticket, term);
    }

    static boolean isOutOfService(AdmissionTicket ticket) {
        return ticket.member == null || ticket.member.term == null;
    }

    void unassign(AdmissionTicket ticket) {
        BackendState member = ticket.member;
        if (member != null && member.aside.remove(ticket)) {
            ticket.member = null;
        } else if (member != null && member.tickets.remove(ticket)) {
            if (ticket.term != null) {
                ticket.term.finish();
            }
            giveUpPlace(ticket);
            ticket.term = null;
            ticket.server = null;
            ticket.member = null;
            if (ticket.equals(member.trial)) {
                member.trial = null;
                bringInOrTakeOut(member);
            }
        }
    }

    /** Records a response header, which decides a trial if {@code well}; returns true if its back-end is back. */
    boolean headerCame(AdmissionTicket ticket, boolean well, long nanos) {
        BackendState member = ticket.member;
        if (member == null) {
            return false;
        }
        member.outlierDetection.answered(nanos, ticket.assignedAtNanos, well);
        if (well) {
            member.lateRequests.end();
        }
        boolean tried = well ? member.trial != null && !member.outlierDetection.halfOpen() : isTrial(ticket);
        if (tried) {
            member.trial = null;
            bringInOrTakeOut(member);
        }
        return tried;
    }

    boolean isTrial(AdmissionTicket ticket) {
        return ticket.member != null && ticket.equals(ticket.member.trial);
    }

    /** Returns true if any back-end except these two has answered a request since then. */
    boolean othersAnsweredSince(long nanos, BackendState one, BackendState two) {
        return members.values().stream()
                .anyMatch(other ->
                        !other.equals(one) && !other.equals(two) && other.outlierDetection.answeredSince(nanos));
    }

    boolean listens() {
        return everybody.policy.listens();
    }

    void heard(AdmissionTicket ticket, long bytes) {
        PolicyBackend server = ticket.server;
        BackendPool by = ticket.by;
        if (server != null && by != null && !ticket.earlier) {
            by.policy.answered(ticket.routingKey, server, bytes);
        }
    }

    int frontEnds() {
        return frontEnds;
    }

    void setFrontEnds(int number) {
        frontEnds = number;
        pools.forEach(pool -> pool.cluster.setFrontEnds(number));
    }

    Collection<BackendState> members() {
        return members.values();
    }

    boolean isEmpty() {
        return everybody.isEmpty();
    }

    /** The admission limit of a pool's back-ends: the paper's S, or by weight its share of {@code fixed}, if not 0. */
    int admissionLimit(BackendPool pool, int fixed) {
        if (fixed == 0) {
            return pool.cluster.admissionLimit(settings.tuning());
        }
        if (pool.equals(everybody) || pool.isEmpty()) {
            return fixed;
        }
        return (int) Math.max(1, fixed * pool.cluster.weight() / everybody.cluster.weight());
    }

    int routingKeys() {
        return pools.stream().mapToInt(pool -> pool.policy.routingKeys()).sum();
    }
}
