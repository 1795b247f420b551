package io.gosling.gos.hazelcast;

import io.gosling.gos.membership.MissingMember;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.netty.client.HostResolver;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the members of the join list are in the node's cluster. Hazelcast does not report a node with another
 * secret, which forms a cluster of its own. Belongs to one thread at a time; blocks for the checks.
 *
 * @param looks the consecutive checks at which addresses listened without being members
 */
record JoinListCheck(
        String node,
        List<String> join,
        InetSocketAddress self,
        Duration timeout,
        HostResolver.Resolver names,
        Map<String, Integer> looks) {
    private static final Logger LOG = System.getLogger(ClusterMembership.class.getName());

    /** Checks after which an address is reported: after a partition the member lists are incomplete for a minute. */
    private static final int LOOKS_BEFORE_REPORT = 12;

    JoinListCheck(
            String node, List<String> join, InetSocketAddress self, Duration timeout, HostResolver.Resolver names) {
        this(node, List.copyOf(join), self, timeout, names, new HashMap<>());
    }

    /**
     * Returns the addresses without a member of this cluster; logs those that listen repeatedly.
     *
     * @param members of the cluster that this node is in
     */
    List<MissingMember> look(Collection<InetSocketAddress> members) {
        Set<MissingMember> found = new LinkedHashSet<>();
        for (String one : join) {
            Set<InetSocketAddress> addresses = addresses(one);
            if (addresses.isEmpty()) {
                found.add(new MissingMember(one, false));
            }
            Set<InetSocketAddress> others = new LinkedHashSet<>(addresses);
            others.removeIf(address -> isSelf(address) || members.contains(address));
            // A name may have addresses of other networks, or old ones: it is met at any of them.
            boolean isMet = others.size() < addresses.size();
            others.stream()
                    .map(address -> new MissingMember(SocketAddressFormat.text(address), listens(address)))
                    .filter(other -> !isMet || other.listens())
                    .forEach(found::add);
        }
        List<MissingMember> unmet = List.copyOf(found);
        tellOf(unmet.stream().filter(MissingMember::listens).toList());
        return unmet;
    }

    /** True for loopback too: hosts sometimes resolve their own name to it. */
    private boolean isSelf(InetSocketAddress address) {
        boolean ownHost = address.getAddress().isLoopbackAddress()
                && !self.getAddress().isLoopbackAddress()
                && address.getPort() == self.getPort();
        return ownHost || address.equals(self);
    }

    private void tellOf(List<MissingMember> listening) {
        looks.keySet().retainAll(listening.stream().map(MissingMember::address).collect(Collectors.toSet()));
        for (MissingMember one : listening) {
            if (looks.merge(one.address(), 1, Integer::sum) == LOOKS_BEFORE_REPORT) {
                tell(one);
            }
        }
    }

    private Set<InetSocketAddress> addresses(String member) {
        InetSocketAddress literal = SocketAddressFormat.parse(member);
        if (literal != null) {
            return Set.of(literal);
        }
        HostPort named = HostPort.parse(member);
        try {
            return Stream.of(names.all(named.host()))
                    .filter(address -> address.getClass() == self.getAddress().getClass())
                    .map(address -> new InetSocketAddress(address, named.port()))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        } catch (UnknownHostException e) {
            return Set.of(); // Nobody to look for.
        }
    }

    private boolean listens(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) timeout.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void tell(MissingMember one) {
        LOG.log(
                Level.WARNING,
                "{0} is not in one cluster with {1}, which takes connections: it hangs, or has another secret, or one"
                        + " of both does not encrypt; expected the same --secret-file (or none) and the same"
                        + " cluster.encryption on every member, and the cluster port of each in --join. Until then"
                        + " neither asks the other, and a purge of one is not done by the other but where voters are"
                        + " named",
                node,
                one.address());
    }

    /** The log message for a node that has just started and found no member. */
    static String alone(String node, List<MissingMember> unmet) {
        String listening = addresses(unmet, true);
        String silent = addresses(unmet, false);
        return node + ": --join: "
                + (silent.isEmpty() ? "" : "no answer at " + silent + "; ")
                + (listening.isEmpty()
                        ? ""
                        : listening
                                + " takes connections and has not let this node in: if it was not started at the same"
                                + " moment, it has another secret or cluster.encryption, or its cluster port is"
                                + " another one; ")
                + "serving alone and looking for them every 5 s"
                + (silent.isEmpty()
                        ? ""
                        : "; a node has a cluster port if it was started with --cluster-port, --join or voters");
    }

    private static String addresses(List<MissingMember> unmet, boolean listening) {
        return unmet.stream()
                .filter(one -> one.listens() == listening)
                .map(MissingMember::address)
                .collect(Collectors.joining(", "));
    }
}
