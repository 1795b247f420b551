package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.policy.Cached;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.LearntWeight;
import io.gosling.dispatcher.policy.Server;
import io.gosling.dispatcher.policy.Training;
import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends, which of them take requests, and who is on which: the policy's world. Not thread-safe; guarded by
 * {@link Dispatcher}.
 *
 * <p>A back-end that is taken out and brought back in is a new {@link Server} to the policies of its groups, with the requests that it still
 * has as its load.
 */
final class Roster {
    /** Weights that differ by less stay as they are. */
    private static final double WORTH_A_CHANGE = 0.02;

    private final FrontEndSettings settings;
    private final Ticker ticker;
    /** Everybody, and then those of each label that rules name. */
    private final List<Group> groups;

    private final Group everybody;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<Server, Member> byServer = new IdentityHashMap<>();
    private final Newcomers newcomers;
    private boolean panic;
    /** LARD's marks as they are now. */
    private LardSettings lard;

    /** Null when it is over, or not wanted. */
    private @Nullable Training training;

    private Training.@Nullable Marks learntMarks;
    /** Whether those that take requests, or their weights, have changed since weights were balanced. */
    private boolean unbalanced;

    /** Which targets back-ends are said to hold, by their names, until the first of them are here. */
    private Map<String, long[]> expected = Map.of();

    private int turn;
    private int frontEnds = 1;

    Roster(FrontEndSettings settings, Newcomers newcomers, Ticker ticker) {
        this.settings = settings;
        this.newcomers = newcomers;
        this.ticker = ticker;
        this.groups = Group.all(settings);
        this.everybody = groups.getFirst();
        this.lard = settings.tuning().lard();
        Duration difference = settings.learning().difference();
        this.training = difference.isZero() ? null : new Training(difference);
    }

    /**
     * Takes the whole set of back-ends over. One whose address changed is another one; of two with one name the first
     * counts.
     *
     * @return those that are no more in the set; they are out and marked as gone
     */
    List<Member> replace(List<Backend> all) {
        List<Member> lost = new ArrayList<>(0);
        boolean amongOthers = !isEmpty();
        Map<String, Member> before = new LinkedHashMap<>(members);
        members.clear();
        for (Backend backend : all) {
            if (members.containsKey(backend.name())) {
                continue;
            }
            Member known = before.remove(backend.name());
            if (known != null && !known.backend.address().equals(backend.address())) {
                lost.add(known);
                known = null;
            }
            if (known != null && !known.backend.labels().equals(backend.labels())) {
                takeOut(known);
            }
            Member member = known == null ? new Member(backend, settings.health()) : known;
            boolean reweighed = member.backend.weight() != backend.weight();
            member.backend = backend;
            if (reweighed && member.life != null) {
                member.life.reweigh(member.weight());
                unbalanced = true;
            }
            members.put(backend.name(), member);
            bringInOrTakeOut(member, amongOthers);
        }
        lost.addAll(before.values());
        for (Member member : lost) {
            takeOut(member);
            member.gone = true;
        }
        if (!members.isEmpty()) {
            expected = Map.of();
        }
        for (Group group : groups) {
            group.named = (int) members.values().stream()
                    .filter(member -> group.has(member.backend))
                    .count();
        }
        return lost;
    }

    /** The back-ends that come next hold these targets, by their names, the coldest first. */
    void expect(Map<String, long[]> targets) {
        expected = targets;
    }

    /** Everybody, and then those of each label that rules name. */
    List<Group> groups() {
        return groups;
    }

    /** The group that a request is confined to, where it waits too. */
    Group groupOf(Ticket ticket) {
        return groups.get(ticket.group);
    }

    /** Who serves what is confined to a group: all, where that is wanted and nobody of it takes requests. */
    Group serving(Group group) {
        return group.isEmpty() && settings.groups().elsewhere() ? everybody : group;
    }

    /** Whether the source names anybody who might serve what is confined to a group. */
    boolean namesAny(Group group) {
        return group.named > 0 || (settings.groups().elsewhere() && everybody.named > 0);
    }

    /** Whether so few back-ends are well that checks are not believed. */
    boolean panic() {
        return panic;
    }

    /** Begins or ends it. While there is panic everybody is needed, cold or not: nobody starts slowly. */
    void panic(boolean begins) {
        panic = begins;
        if (begins) {
            members.values().forEach(newcomers::left);
        }
        members.values().forEach(this::bringInOrTakeOut);
        warm(ticker.nanos());
    }

    /** Has the cluster take those that start slowly for as much as they are by now. */
    void warm(long nanos) {
        members.values().forEach(member -> share(member, nanos));
    }

    private double share(Member member, long nanos) {
        double share = newcomers.share(member, nanos);
        if (member.life != null) {
            member.life.share(share);
        }
        return share;
    }

    /** Whether one more back-end may be left alone than are now. */
    boolean mayLeaveAlone() {
        int ejected = 0;
        for (Member member : members.values()) {
            ejected += member.probation.leftAlone() ? 1 : 0;
        }
        return settings.health().shares().mayEject(ejected, members.size());
    }

    /** Lets a back-end take requests if it may, and none if it may not. */
    void bringInOrTakeOut(Member member) {
        bringInOrTakeOut(member, !isEmpty());
    }

    /** @param amongOthers whether somebody took requests before those that come now */
    private void bringInOrTakeOut(Member member, boolean amongOthers) {
        if (!member.mayServe(panic)) {
            takeOut(member);
        } else if (member.life == null) {
            newcomers.joined(member, amongOthers && !panic, ticker.nanos());
            Life life = new Life(
                    member.backend,
                    member.weight(),
                    groups.stream().filter(group -> group.has(member.backend)).toList());
            member.life = life;
            unbalanced = true;
            life.servers().forEach(server -> byServer.put(server, member));
            share(member, ticker.nanos());
            long[] held = expected.get(member.backend.name());
            if (held != null) {
                life.holds(held, ticker.nanos());
            }
            for (Ticket ticket : member.tickets) {
                ticket.earlier = true;
                count(ticket, life);
            }
        }
    }

    /** Lets a back-end take no requests; those that it has stay on it. */
    void takeOut(Member member) {
        Life life = member.life;
        if (life != null) {
            newcomers.left(member);
            life.end();
            life.servers().forEach(byServer::remove);
            member.life = null;
            unbalanced = true;
            member.tickets.forEach(this::leavesItsPlace);
        }
    }

    private void count(Ticket ticket, Life life) {
        ticket.life = life;
        life.begin();
        if (ticket.place == Ticket.Place.ADMITTED) {
            ticket.admittedIn = life;
            life.admit(groupOf(ticket), 1);
        }
    }

    /** It keeps nobody out any more. */
    void leavesItsPlace(Ticket ticket) {
        if (ticket.admittedIn != null) {
            ticket.admittedIn.admit(groupOf(ticket), -1);
            ticket.admittedIn = null;
        }
    }

    /** Who is to serve a request that has a place, if anybody takes what is confined to its group. */
    @Nullable
    Member choose(Ticket ticket, long nanos) {
        Group home = groupOf(ticket);
        Group serving = serving(home);
        if (serving.isEmpty()) {
            return null;
        }
        if (!serving.equals(home)) {
            home.elsewhere++;
        }
        return choose(serving, ticket, nanos);
    }

    /**
     * The policy's choice, unless that is on trial and the request cannot be repeated, or is new, has as many as it may, and
     * was not chosen by its load: then the least loaded that is neither. There must be somebody to choose.
     */
    private Member choose(Group group, Ticket ticket, long nanos) {
        Server server = group.policy.choose(ticket.target, nanos);
        Member member = server == null ? null : byServer.get(server);
        if (server == null || member == null) {
            throw new IllegalStateException("the policy chose " + server + " of " + group.cluster.servers());
        }
        ticket.asked = group;
        if (!ticket.repeatable && member.probation.onTrial()) {
            Member trusted = leastLoaded(group, other -> !other.probation.onTrial());
            return trusted == null ? member : trusted;
        }
        double share = share(member, nanos);
        if (share < 1 && !group.policy.goesByLoad() && server.active() >= group.cluster.bound(server, share)) {
            Member settled = leastLoaded(group, other -> other.slow == null && !other.probation.onTrial());
            return settled == null ? member : settled;
        }
        return member;
    }

    /** Back-ends as they are now. */
    List<FrontEndStatus.BackendStatus> status() {
        long now = ticker.nanos();
        return members.values().stream()
                .map(member -> member.status(share(member, now)))
                .toList();
    }

    /** Whether somebody takes requests on whom this one was not tried. */
    boolean anyUntried(Ticket ticket) {
        return anyUntried(groupOf(ticket), ticket) || (settings.groups().elsewhere() && anyUntried(everybody, ticket));
    }

    private static boolean anyUntried(Group group, Ticket ticket) {
        int tried = 0;
        for (Member member : ticket.tried) {
            tried += member.life != null && member.life.belongsTo(group) ? 1 : 0;
        }
        return tried < group.cluster.size();
    }

    /** The policy's choice if the request was not there yet, else the least loaded one where it was not; null if none. */
    @Nullable
    Member chooseUntried(Ticket ticket, long nanos) {
        Group home = groupOf(ticket);
        Member chosen = chooseUntried(home, ticket, nanos);
        if (chosen == null && settings.groups().elsewhere() && !home.equals(everybody)) {
            chosen = chooseUntried(everybody, ticket, nanos);
            home.elsewhere += chosen == null ? 0 : 1;
        }
        return chosen;
    }

    private @Nullable Member chooseUntried(Group group, Ticket ticket, long nanos) {
        if (group.isEmpty()) {
            return null;
        }
        Member chosen = choose(group, ticket, nanos);
        if (!ticket.tried.contains(chosen)) {
            return chosen;
        }
        Member trusted = leastLoaded(group, other -> !ticket.tried.contains(other) && !other.probation.onTrial());
        return trusted == null ? leastLoaded(group, other -> !ticket.tried.contains(other)) : trusted;
    }

    /** Ties go in turn, or the first would get all that others were not to have. */
    private @Nullable Member leastLoaded(Group group, Predicate<Member> among) {
        Member least = null;
        int all = group.cluster.size();
        for (int step = 0, first = turn++; step < all; step++) {
            Member candidate = byServer.get(group.cluster.at(Math.floorMod(first + step, all)));
            if (candidate != null && among.test(candidate) && lessLoaded(candidate, least)) {
                least = candidate;
            }
        }
        return least;
    }

    private static boolean lessLoaded(Member member, @Nullable Member other) {
        return other == null || member.tickets.size() / member.weight() < other.tickets.size() / other.weight();
    }

    /** Counts a request on a back-end that takes requests; on trial, it takes no more than this one. */
    void assign(Ticket ticket, Member member, long nanos) {
        Life life = member.life;
        Group by = ticket.asked;
        if (life == null || by == null) {
            throw new IllegalStateException(member.backend + " is out of the cluster and was chosen");
        }
        ticket.member = member;
        ticket.by = by;
        ticket.server = life.in(by);
        ticket.earlier = false;
        ticket.assignedAtNanos = nanos;
        if (!ticket.tried.contains(member)) {
            ticket.tried.add(member);
        }
        member.tickets.add(ticket);
        member.requests.increment();
        count(ticket, life);
        ticket.onTrial = member.probation.onTrial();
        if (ticket.onTrial) {
            member.trial = ticket;
            takeOut(member);
        }
    }

    /** Counts a request off its back-end's load, and keeps it there all the same. */
    void setAside(Ticket ticket) {
        Member member = ticket.member;
        unassign(ticket);
        if (member != null) {
            member.aside.add(ticket);
            ticket.member = member;
        }
    }

    /** As {@link #setAside}, until {@link #takeBack}. */
    void pause(Ticket ticket) {
        Server counted = ticket.server;
        setAside(ticket);
        ticket.server = counted;
    }

    /** Counts a request as load of its back-end again. */
    void takeBack(Ticket ticket) {
        Member member = ticket.member;
        if (member == null || !member.aside.remove(ticket)) {
            return;
        }
        member.tickets.add(ticket);
        Life life = member.life;
        if (life == null) {
            return; // as a request of an earlier life: it is counted when its back-end takes requests again
        }
        Group by = ticket.by;
        Server server = by != null && life.belongsTo(by) ? life.in(by) : null;
        ticket.earlier |= server == null || !server.equals(ticket.server);
        ticket.server = server;
        count(ticket, life);
    }

    /** Whether the back-end of a request takes no requests, so that there is no place on it to wait for. */
    static boolean isOutOfService(Ticket ticket) {
        return ticket.member == null || ticket.member.life == null;
    }

    /** Counts a request off the back-end that it is on, if it is on any. */
    void unassign(Ticket ticket) {
        Member member = ticket.member;
        if (member != null && member.aside.remove(ticket)) {
            ticket.member = null;
        } else if (member != null && member.tickets.remove(ticket)) {
            if (ticket.life != null) {
                ticket.life.finish();
            }
            leavesItsPlace(ticket);
            ticket.life = null;
            ticket.server = null;
            ticket.member = null;
            if (ticket.equals(member.trial)) {
                member.trial = null;
                bringInOrTakeOut(member);
            }
            isHeardOut(ticket, member);
        }
    }

    private static void isHeardOut(Ticket ticket, Member member) {
        if (ticket.equals(member.leftToIt)) {
            member.leftToIt = null;
        }
    }

    /** The request's back-end sent a response header; true if it takes requests from now on and took none before. */
    boolean answered(Ticket ticket, long nanos) {
        Member member = ticket.member;
        if (member == null) {
            return false;
        }
        ticket.answered = true;
        isHeardOut(ticket, member);
        member.probation.answered(nanos, ticket.assignedAtNanos);
        member.doubts.end();
        boolean tried = member.trial != null && !member.probation.onTrial();
        if (tried) {
            member.trial = null;
            bringInOrTakeOut(member);
        }
        return tried;
    }

    /** Whether this is the one request that its back-end gets on trial. */
    boolean isTrial(Ticket ticket) {
        return ticket.member != null && ticket.equals(ticket.member.trial);
    }

    /** Whether any back-end but these two has answered somebody since then. */
    boolean othersAnsweredSince(long nanos, Member one, Member two) {
        return members.values().stream()
                .anyMatch(other -> !other.equals(one) && !other.equals(two) && other.probation.answeredSince(nanos));
    }

    /** Whether the policy wants to hear of answers. */
    boolean listens() {
        return everybody.policy.listens() || settings.learning().weights();
    }

    /** Tells the policy of an answer to a request that is on a back-end. */
    void heard(Ticket ticket, Cached cached, long bytes, long nanos) {
        Server server = ticket.server;
        Group by = ticket.by;
        Member member = ticket.member;
        if (server != null && member != null) {
            newcomers.heard(member, cached);
            if (settings.learning().weights() && cached != Cached.MISS && saysWhatItsBackEndCarries(ticket)) {
                member.learnt.heard(nanos - ticket.assignedAtNanos, atATime(ticket));
            }
        }
        if (server != null && by != null && !ticket.earlier) {
            by.policy.answered(ticket.target, server, cached, bytes, nanos - ticket.assignedAtNanos, nanos);
        }
    }

    /** A request that had a place is over: something to learn from while there is training. */
    void served(Ticket ticket) {
        Training learning = training;
        Server server = ticket.server;
        if (learning != null && server != null && ticket.answered && saysWhatItsBackEndCarries(ticket)) {
            long nanos = ticker.nanos();
            learning.served(atATime(ticket) / server.weight(), nanos - ticket.assignedAtNanos, nanos);
        }
    }

    private static boolean saysWhatItsBackEndCarries(Ticket ticket) {
        return ticket.teaches && ticket.admittedIn != null && !ticket.earlier;
    }

    /** Requests on the same back-end that keep it busy, of all front-ends, this one included; tunnels and their like do not. */
    private int atATime(Ticket ticket) {
        return ticket.admittedIn == null ? 0 : frontEnds * ticket.admittedIn.admitted();
    }

    /** Takes over what training has found, once that is over. Returns it then; null otherwise. */
    Training.@Nullable Marks train(long nanos) {
        Training.Marks found = training == null ? null : training.marks(nanos);
        if (found != null) {
            training = null;
            learntMarks = found;
            lard = lard.withMarks(found.low(), found.high());
            groups.forEach(group -> group.policy.tuned(lard));
        }
        return found;
    }

    /** How many front-ends send requests to these back-ends, this one included. */
    int frontEnds() {
        return frontEnds;
    }

    void among(int number) {
        frontEnds = number;
        groups.forEach(group -> group.cluster.among(number));
    }

    /** LARD's marks, and where they come from. */
    FrontEndStatus.Marks marks() {
        String state = training != null ? "training" : learntMarks != null ? "learnt" : "set";
        double seconds = learntMarks == null ? 0 : learntMarks.serviceNanos() / 1e9;
        return new FrontEndStatus.Marks(state, lard.low(), lard.high(), seconds);
    }

    /** Another step of learning weights. */
    void learnWeights() {
        alike().forEach(set -> LearntWeight.step(given(set, true), given(set, false)));
        unbalanced = true;
    }

    /** What follows for weights of what was learnt, and of who came and went: the one that is most out of date is changed. */
    void weigh() {
        if (unbalanced) {
            unbalanced = false;
            alike().forEach(set -> LearntWeight.balance(given(set, true)));
        }
        members.values().stream()
                .filter(member -> member.life != null && outOfDate(member) > WORTH_A_CHANGE)
                .max(Comparator.comparingDouble(Roster::outOfDate))
                .ifPresent(member -> Objects.requireNonNull(member.life).reweigh(member.weight()));
    }

    /** Back-ends in the same groups: others serve other things, whose times say nothing of theirs. */
    private Collection<List<Member>> alike() {
        List<String> named = settings.groups().rules().labels();
        return members.values().stream()
                .collect(Collectors.groupingBy(member ->
                        member.backend.labels().stream().filter(named::contains).collect(Collectors.toSet())))
                .values();
    }

    private static List<LearntWeight.Given> given(List<Member> members, boolean present) {
        return members.stream()
                .filter(member -> (member.life != null) == present)
                .map(member -> new LearntWeight.Given(member.learnt, member.backend.weight()))
                .toList();
    }

    /** By which part a back-end's weight is not what it should be. */
    private static double outOfDate(Member member) {
        double now = Objects.requireNonNull(member.life).weight();
        return Math.abs(member.weight() - now) / now;
    }

    /** Every back-end that the source names, those that take no requests included. */
    Collection<Member> members() {
        return members.values();
    }

    /** Whether nobody takes requests. */
    boolean isEmpty() {
        return everybody.isEmpty();
    }

    /**
     * S for those of a group that take requests: the paper's, or its share by weight of what was set for all.
     *
     * @param fixed for all; 0 for the paper's
     */
    int admissionLimit(Group group, int fixed) {
        if (fixed == 0) {
            return group.cluster.admissionLimit(lard);
        }
        if (group.equals(everybody) || group.isEmpty()) {
            return fixed;
        }
        return (int) Math.max(1, fixed * group.cluster.weight() / everybody.cluster.weight());
    }

    /** Targets that the policies remember. */
    int targets() {
        return groups.stream().mapToInt(group -> group.policy.targets()).sum();
    }
}
