package io.gosling.gos.hazelcast;

import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.netty.client.HostResolver;
import io.gosling.settings.HostPort;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses of members to join, if some are given by name: all addresses of one family that a name has, as for a
 * headless service, looked up by {@link HostResolver}. Safe for use by many threads; blocks for the first lookup of a
 * name.
 */
record JoinAddressResolver(List<String> members, boolean six, HostResolver hosts, Map<HostPort, String> told) {
    private static final System.Logger LOG = System.getLogger(ClusterMembership.class.getName());
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * @param members {@code HOST:PORT} each, of names or addresses
     * @param six true if members reach each other by IPv6; addresses of the other kind are left out
     */
    JoinAddressResolver(List<String> members, boolean six, HostResolver hosts) {
        this(List.copyOf(members), six, hosts, new ConcurrentHashMap<>());
    }

    static boolean any(List<String> members) {
        return members.stream().anyMatch(member -> SocketAddressFormat.parse(member) == null);
    }

    List<InetSocketAddress> addresses() {
        Set<InetSocketAddress> found = new LinkedHashSet<>();
        for (String member : members) {
            InetSocketAddress literal = SocketAddressFormat.parse(member);
            found.addAll(literal == null ? ofName(HostPort.parse(member)) : List.of(literal));
        }
        return List.copyOf(found);
    }

    private List<InetSocketAddress> ofName(HostPort member) {
        try {
            List<InetSocketAddress> found = hosts.all(member.host(), TIMEOUT).stream()
                    .filter(address -> address instanceof Inet6Address == six)
                    .map(address -> new InetSocketAddress(address, member.port()))
                    .toList();
            String kind = six ? "IPv6" : "IPv4";
            tell(
                    member,
                    found.isEmpty()
                            ? "has no address of " + kind + ", which --cluster-host is of; give both the same kind"
                            : "");
            return found;
        } catch (ConnectException e) {
            tell(member, "has no address; check the name, unless nobody has taken it yet");
            return List.of();
        }
    }

    /** Logs a fault of a name once; it is looked up again as long as members are looked for. */
    private void tell(HostPort member, String fault) {
        if (!fault.equals(told.put(member, fault)) && !fault.isEmpty()) {
            LOG.log(Level.WARNING, "--join: {0} {1}; it is looked up again", member, fault);
        }
    }
}
