package io.gosling.dispatcher;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.dispatcher.Ticket.Place;
import io.gosling.dispatcher.policy.Cluster;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.Server;
import io.gosling.document.Ticker;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Admission, policy, loads and health behind one short lock. Called by every event loop and by whoever tells of
 * back-ends; waiting requests are told on their own loops, after the lock was released.
 *
 * <p>Invariant: the load of a back-end is the number of admitted tickets on it, so at rest every load is zero.
 */
final class Dispatcher {
    private static final Verdict WAITS = new Verdict.Waits();
    private static final Verdict NOBODY = new Verdict.Refused("there is no back-end");
    private static final Verdict FULL = new Verdict.Refused("too many requests are waiting");

    /** What a request is to hear on its own loop, told after the lock was released. */
    private record News(Ticket ticket, Consumer<Ticket.Waiter> message) {
        void tell() {
            ticket.loop.execute(() -> message.accept(ticket.waiter));
        }
    }

    private final FrontEndSettings settings;
    private final Ticker ticker;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Cluster cluster = new Cluster();

    @GuardedBy("lock")
    private final DistributionPolicy policy;

    @GuardedBy("lock")
    private final Map<String, Member> members = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final Map<Server, Member> byServer = new IdentityHashMap<>();

    @GuardedBy("lock")
    private final LinkedHashSet<Ticket> queue = new LinkedHashSet<>();

    @GuardedBy("lock")
    private int active;

    Dispatcher(FrontEndSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.policy = DistributionPolicy.named(settings.policy(), cluster, settings.lard());
    }

    /** Lets a new request in, has it wait, or refuses it. */
    Verdict enter(Ticket ticket) {
        synchronized (lock) {
            if (members.isEmpty()) {
                return NOBODY;
            }
            if (queue.isEmpty() && hasRoom()) {
                return new Verdict.Assigned(admit(ticket));
            }
            if (queue.size() >= settings.admission().queueLength()) {
                return FULL;
            }
            ticket.place = Place.WAITING;
            ticket.waitingSinceNanos = ticker.nanos();
            queue.add(ticket);
            return WAITS;
        }
    }

    /**
     * Another back-end for an admitted request whose attempt failed: the policy's choice if it was not tried yet, else
     * the least loaded one that was not.
     *
     * @param sameIfAlone whether a lone back-end may be tried again
     * @return null when every live back-end was tried, or the ticket is over
     */
    @Nullable
    Member another(Ticket ticket, boolean sameIfAlone) {
        synchronized (lock) {
            if (ticket.place != Place.ADMITTED) {
                return null;
            }
            Member next = untried(ticket);
            if (next == null && sameIfAlone && cluster.size() > 0) {
                next = choose(ticket);
            }
            if (next == null) {
                return null;
            }
            leaveServer(ticket);
            assign(ticket, next);
            return next;
        }
    }

    /** The request is over, answered or not; further calls do nothing. Whoever waits longest is let in. */
    void finish(Ticket ticket) {
        List<News> news;
        synchronized (lock) {
            Place was = ticket.place;
            ticket.place = Place.OVER;
            switch (was) {
                case WAITING -> queue.remove(ticket);
                case ADMITTED -> {
                    leaveServer(ticket);
                    active--;
                }
                case NEW, OVER -> {}
            }
            news = admitWaiting();
        }
        news.forEach(News::tell);
    }

    /** A back-end sent a response header. */
    void answered(Member member) {
        synchronized (lock) {
            member.probation.answered();
        }
    }

    /** An attempt failed in a way that speaks against the back-end. */
    void failed(Member member) {
        synchronized (lock) {
            if (member.probation.failed(ticker.nanos())) {
                takeOut(member);
            }
        }
    }

    /**
     * The whole set of back-ends, as the source sees it now. One whose address changed is another one. Requests on a
     * back-end that is no more in the set are told, because no answer of its may ever come.
     */
    void backends(List<Backend> all) {
        List<News> news = new ArrayList<>(0);
        synchronized (lock) {
            Map<String, Member> before = new LinkedHashMap<>(members);
            members.clear();
            for (Backend backend : all) {
                Member known = before.remove(backend.name());
                boolean same = known != null && known.backend.address().equals(backend.address());
                if (known != null && !same) {
                    news.addAll(lose(known));
                } else if (known != null && known.backend.weight() != backend.weight()) {
                    takeOut(known);
                }
                Member member = known != null && same ? known : new Member(backend, settings.probation());
                member.backend = backend;
                members.put(backend.name(), member);
                bringInOrTakeOut(member);
            }
            for (Member lost : before.values()) {
                news.addAll(lose(lost));
            }
            news.addAll(admitWaiting());
        }
        news.forEach(News::tell);
    }

    /** Ends probations and waits whose time is over; to be called several times a second. */
    void tick() {
        long now = ticker.nanos();
        List<News> news;
        synchronized (lock) {
            for (Member member : members.values()) {
                if (member.probation.over(now)) {
                    bringInOrTakeOut(member);
                }
            }
            news = admitWaiting();
            news.addAll(waitedTooLong(now));
        }
        news.forEach(News::tell);
    }

    FrontEndStatus status(int connections, Map<String, Long> outcomes) {
        synchronized (lock) {
            return new FrontEndStatus(
                    settings.policy(),
                    limit(),
                    active,
                    queue.size(),
                    policy.targets(),
                    connections,
                    outcomes,
                    members.values().stream().map(Member::status).toList());
        }
    }

    @GuardedBy("lock")
    private boolean hasRoom() {
        return cluster.size() > 0 && active < limit();
    }

    @GuardedBy("lock")
    private int limit() {
        int fixed = settings.admission().limit();
        return fixed > 0 ? fixed : cluster.admissionLimit(settings.lard());
    }

    @GuardedBy("lock")
    private Member admit(Ticket ticket) {
        Member member = choose(ticket);
        ticket.place = Place.ADMITTED;
        active++;
        assign(ticket, member);
        return member;
    }

    @GuardedBy("lock")
    private Member choose(Ticket ticket) {
        Server server = policy.choose(ticket.target, ticker.nanos());
        Member member = server == null ? null : byServer.get(server);
        if (member == null) {
            throw new IllegalStateException("the policy chose " + server + " of " + cluster.servers());
        }
        return member;
    }

    @GuardedBy("lock")
    private @Nullable Member untried(Ticket ticket) {
        if (cluster.size() == 0) {
            return null;
        }
        Member chosen = choose(ticket);
        if (!ticket.tried.contains(chosen)) {
            return chosen;
        }
        Member least = null;
        for (Server server : cluster.servers()) {
            Member candidate = byServer.get(server);
            if (candidate != null && !ticket.tried.contains(candidate) && lessLoaded(candidate, least)) {
                least = candidate;
            }
        }
        return least;
    }

    private static boolean lessLoaded(Member member, @Nullable Member other) {
        return other == null
                || member.tickets.size() / member.backend.weight() < other.tickets.size() / other.backend.weight();
    }

    @GuardedBy("lock")
    private void assign(Ticket ticket, Member member) {
        Server server = member.server;
        if (server == null) {
            throw new IllegalStateException(member.backend + " is out of the cluster and was chosen");
        }
        ticket.member = member;
        ticket.server = server;
        ticket.tried.add(member);
        member.tickets.add(ticket);
        member.requests.increment();
        cluster.begin(server);
    }

    @GuardedBy("lock")
    private void leaveServer(Ticket ticket) {
        if (ticket.server != null && ticket.member != null) {
            cluster.end(ticket.server);
            ticket.member.tickets.remove(ticket);
            ticket.server = null;
            ticket.member = null;
        }
    }

    @GuardedBy("lock")
    private void bringInOrTakeOut(Member member) {
        if (!member.mayServe()) {
            takeOut(member);
        } else if (member.server == null) {
            Server server = cluster.join(member.backend.name(), member.backend.weight());
            member.server = server;
            byServer.put(server, member);
        }
    }

    @GuardedBy("lock")
    private void takeOut(Member member) {
        Server server = member.server;
        if (server != null) {
            cluster.leave(server);
            byServer.remove(server);
            member.server = null;
        }
    }

    @GuardedBy("lock")
    private List<News> lose(Member member) {
        takeOut(member);
        member.gone = true;
        return member.tickets.stream()
                .map(ticket -> new News(ticket, waiter -> waiter.gone(member)))
                .toList();
    }

    @GuardedBy("lock")
    private List<News> admitWaiting() {
        List<News> news = new ArrayList<>(0);
        for (Iterator<Ticket> waiting = queue.iterator(); waiting.hasNext() && hasRoom(); ) {
            Ticket ticket = waiting.next();
            waiting.remove();
            Member member = admit(ticket);
            news.add(new News(ticket, waiter -> waiter.assigned(member)));
        }
        return news;
    }

    @GuardedBy("lock")
    private List<News> waitedTooLong(long now) {
        long patience = settings.admission().queueTimeout().toNanos();
        List<News> news = new ArrayList<>(0);
        for (Iterator<Ticket> waiting = queue.iterator(); waiting.hasNext(); ) {
            Ticket ticket = waiting.next();
            if (now - ticket.waitingSinceNanos < patience) {
                break;
            }
            waiting.remove();
            ticket.place = Place.OVER;
            news.add(new News(ticket, Ticket.Waiter::waitedTooLong));
        }
        return news;
    }
}
