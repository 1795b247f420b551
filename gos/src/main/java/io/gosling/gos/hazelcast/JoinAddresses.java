package io.gosling.gos.hazelcast;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.SocketAddresses;
import java.lang.System.Logger.Level;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Resolves the addresses of members to join, if some are given by name: all addresses that a name has, looked up at
 * intervals, as for a headless service. The system's own DNS cache applies: Java 30 s, and 10 s for a negative answer.
 *
 * <p>Safe for use by many threads: one of them does the look-up, which may take as long as the system's resolver does,
 * and the others use the previous result.
 */
final class JoinAddresses {
    private static final System.Logger LOG = System.getLogger(ClusterMember.class.getName());

    @FunctionalInterface
    interface Resolver {
        InetAddress[] all(String name) throws UnknownHostException;
    }

    private final List<String> members;
    private final boolean six;
    private final Duration interval;
    private final Resolver resolver;
    private final Ticker ticker;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile List<InetSocketAddress> known = List.of();

    // Owned by the thread that does the look-up.
    private final Map<String, String> told = new LinkedHashMap<>();
    private final Map<String, List<InetSocketAddress>> last = new HashMap<>();
    private boolean asked;
    private long askedAt;

    /**
     * Does no look-up yet.
     *
     * @param members {@code HOST:PORT} each, of names or addresses
     * @param six true if members reach each other by IPv6; addresses of the other kind are left out
     * @param interval from one look-up of the names to the next
     */
    JoinAddresses(List<String> members, boolean six, Duration interval, Resolver resolver, Ticker ticker) {
        this.members = List.copyOf(members);
        this.six = six;
        this.interval = interval;
        this.resolver = resolver;
        this.ticker = ticker;
    }

    static boolean any(List<String> members) {
        return members.stream().anyMatch(member -> SocketAddresses.parse(member) == null);
    }

    List<InetSocketAddress> addresses() {
        if (asking.compareAndSet(false, true)) {
            try {
                long now = ticker.nanos();
                if (!asked || now - askedAt >= interval.toNanos()) {
                    asked = true;
                    try {
                        known = ask();
                    } finally {
                        askedAt = ticker.nanos();
                    }
                }
            } finally {
                asking.set(false);
            }
        }
        return known;
    }

    private List<InetSocketAddress> ask() {
        Set<InetSocketAddress> found = new LinkedHashSet<>();
        for (String member : members) {
            InetSocketAddress literal = SocketAddresses.parse(member);
            if (literal != null) {
                found.add(literal);
            } else {
                found.addAll(ask(member));
            }
        }
        return List.copyOf(found);
    }

    private List<InetSocketAddress> ask(String member) {
        int colon = member.lastIndexOf(':');
        String name = member.substring(0, colon);
        int port = Integer.parseInt(member.substring(colon + 1));
        List<InetSocketAddress> found = new ArrayList<>();
        try {
            InetAddress[] all = resolver.all(name);
            for (InetAddress address : all) {
                if (address instanceof Inet6Address == six) {
                    found.add(new InetSocketAddress(address, port));
                }
            }
            String kind = six ? "IPv6" : "IPv4";
            tell(
                    member,
                    found.isEmpty(),
                    found.isEmpty()
                            ? "has no address of " + kind + ", which --cluster-host is of; give both the same kind"
                            : "is "
                                    + String.join(
                                            ", ",
                                            found.stream()
                                                    .map(SocketAddresses::text)
                                                    .toList()));
            last.put(member, found);
            return found;
        } catch (UnknownHostException e) {
            // A name that no longer exists cannot be distinguished from name servers that do not answer.
            List<InetSocketAddress> before = last.getOrDefault(member, List.of());
            tell(
                    member,
                    true,
                    before.isEmpty()
                            ? "has no address; check the name, unless nobody has taken it yet"
                            : "has no address any more, or nobody answers for it; those that it had are still tried");
            return before;
        }
    }

    private void tell(String member, boolean bad, String what) {
        if (!what.equals(told.put(member, what))) {
            String next = bad ? "; it is looked up again every " + interval.toSeconds() + " s" : "";
            LOG.log(bad ? Level.WARNING : Level.INFO, "--join: {0} {1}{2}", member, what, next);
        }
    }
}
