package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Cached;
import io.gosling.dispatcher.policy.Cluster;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.Server;
import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends, which of them take requests, and who is on which: the policy's world. Not thread-safe; guarded by
 * {@link Dispatcher}.
 *
 * <p>A back-end that is taken out and brought back in is a new {@link Server} to the policy, with the requests that it still
 * has as its load.
 */
final class Roster {
    private final FrontEndSettings settings;
    private final Ticker ticker;
    private final Cluster cluster = new Cluster();
    private final DistributionPolicy policy;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<Server, Member> byServer = new IdentityHashMap<>();
    private final Newcomers newcomers;
    private boolean panic;
    private int stranded;
    private int turn;

    Roster(FrontEndSettings settings, Newcomers newcomers, Ticker ticker) {
        this.settings = settings;
        this.newcomers = newcomers;
        this.ticker = ticker;
        this.policy = Policies.named(settings.policy()).over(cluster, settings.tuning());
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
            if (known != null && known.backend.weight() != backend.weight()) {
                takeOut(known);
            }
            Member member = known == null ? new Member(backend, settings.health()) : known;
            member.backend = backend;
            members.put(backend.name(), member);
            bringInOrTakeOut(member, amongOthers);
        }
        lost.addAll(before.values());
        for (Member member : lost) {
            takeOut(member);
            member.gone = true;
        }
        return lost;
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
        if (member.server != null) {
            cluster.share(member.server, share);
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
        } else if (member.server == null) {
            newcomers.joined(member, amongOthers && !panic, ticker.nanos());
            Server server = cluster.join(member.backend.name(), member.backend.weight());
            member.server = server;
            byServer.put(server, member);
            share(member, ticker.nanos());
            for (Ticket ticket : member.tickets) {
                ashore(ticket);
                ticket.server = server;
                ticket.earlier = true;
                cluster.begin(server);
            }
        }
    }

    /** Lets a back-end take no requests; those that it has stay on it. */
    void takeOut(Member member) {
        Server server = member.server;
        if (server != null) {
            newcomers.left(member);
            cluster.leave(server);
            byServer.remove(server);
            member.server = null;
            member.tickets.forEach(this::strand);
        }
    }

    private void strand(Ticket ticket) {
        if (ticket.place == Ticket.Place.ADMITTED) {
            ticket.stranded = true;
            stranded++;
        }
    }

    /** It keeps nobody out any more, or its back-end takes requests again. */
    void ashore(Ticket ticket) {
        if (ticket.stranded) {
            ticket.stranded = false;
            stranded--;
        }
    }

    /**
     * The policy's choice, unless that is on trial and the request cannot be repeated, or is new, has as many as it may, and
     * was not chosen by its load: then the least loaded that is neither. There must be somebody to choose.
     */
    Member choose(Ticket ticket, long nanos) {
        Server server = policy.choose(ticket.target, nanos);
        Member member = server == null ? null : byServer.get(server);
        if (server == null || member == null) {
            throw new IllegalStateException("the policy chose " + server + " of " + cluster.servers());
        }
        if (!ticket.repeatable && member.probation.onTrial()) {
            Member trusted = leastLoaded(other -> !other.probation.onTrial());
            return trusted == null ? member : trusted;
        }
        double share = share(member, nanos);
        if (share < 1 && !policy.goesByLoad() && server.active() >= cluster.bound(server, share)) {
            Member settled = leastLoaded(other -> other.slow == null && !other.probation.onTrial());
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
        int tried = 0;
        for (Member member : ticket.tried) {
            tried += member.server == null ? 0 : 1;
        }
        return tried < cluster.size();
    }

    /** The policy's choice if the request was not there yet, else the least loaded one where it was not; null if none. */
    @Nullable
    Member chooseUntried(Ticket ticket, long nanos) {
        if (isEmpty()) {
            return null;
        }
        Member chosen = choose(ticket, nanos);
        if (!ticket.tried.contains(chosen)) {
            return chosen;
        }
        return leastLoaded(other -> !ticket.tried.contains(other));
    }

    /** Ties go in turn, or the first would get all that others were not to have. */
    private @Nullable Member leastLoaded(Predicate<Member> among) {
        Member least = null;
        int all = cluster.size();
        for (int step = 0, first = turn++; step < all; step++) {
            Member candidate = byServer.get(cluster.at(Math.floorMod(first + step, all)));
            if (candidate != null && among.test(candidate) && lessLoaded(candidate, least)) {
                least = candidate;
            }
        }
        return least;
    }

    private static boolean lessLoaded(Member member, @Nullable Member other) {
        return other == null
                || member.tickets.size() / member.backend.weight() < other.tickets.size() / other.backend.weight();
    }

    /** Counts a request on a back-end that takes requests; on trial, it takes no more than this one. */
    void assign(Ticket ticket, Member member, long nanos) {
        Server server = member.server;
        if (server == null) {
            throw new IllegalStateException(member.backend + " is out of the cluster and was chosen");
        }
        ticket.member = member;
        ticket.server = server;
        ticket.earlier = false;
        ticket.assignedAtNanos = nanos;
        if (!ticket.tried.contains(member)) {
            ticket.tried.add(member);
        }
        member.tickets.add(ticket);
        member.requests.increment();
        cluster.begin(server);
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

    /** Counts a request off the back-end that it is on, if it is on any. */
    void unassign(Ticket ticket) {
        Member member = ticket.member;
        if (member != null && member.aside.remove(ticket)) {
            ticket.member = null;
        } else if (ticket.server != null && member != null) {
            cluster.end(ticket.server);
            member.tickets.remove(ticket);
            ashore(ticket);
            ticket.server = null;
            ticket.member = null;
            if (ticket.equals(member.trial)) {
                member.trial = null;
                bringInOrTakeOut(member);
            }
        }
    }

    /** The request's back-end sent a response header; true if it takes requests from now on and took none before. */
    boolean answered(Ticket ticket, long nanos) {
        Member member = ticket.member;
        if (member == null) {
            return false;
        }
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
        return policy.listens();
    }

    /** Tells the policy of an answer to a request that is on a back-end. */
    void heard(Ticket ticket, Cached cached, long bytes, long nanos) {
        Server server = ticket.server;
        Member member = ticket.member;
        if (server != null && member != null) {
            newcomers.heard(member, cached);
        }
        if (server != null && !ticket.earlier) {
            policy.answered(ticket.target, server, cached, bytes, nanos - ticket.assignedAtNanos, nanos);
        }
    }

    /** Every back-end that the source names, those that take no requests included. */
    Collection<Member> members() {
        return members.values();
    }

    /** Whether nobody takes requests. */
    boolean isEmpty() {
        return cluster.size() == 0;
    }

    /** Admitted requests on back-ends that take none, which S does not count: those that stay carry none of them. */
    int stranded() {
        return stranded;
    }

    /** The paper's S for those that take requests. */
    int admissionLimit() {
        return cluster.admissionLimit(settings.tuning().lard());
    }

    /** Targets that the policy remembers. */
    int targets() {
        return policy.targets();
    }
}
