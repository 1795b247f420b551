package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Settings of a packet dispatcher.
 *
 * @param device the name of the interface at which clients' packets come and back-ends are reached
 * @param cluster the address that clients know
 * @param ports of it that are served, 1 to 65535, at least one and at most 255
 * @param backends those that are known beforehand; LSMAC finds them by itself where none is named
 * @param policy one of {@link PacketPolicy#names}
 * @param answerArp true if this host answers ARP for the cluster address, if no route leads its packets here
 * @param askInterval interval of the queries to back-ends, 100 ms to 1 min
 * @param silentAfter time after a back-end's last answer from which it gets no new sessions, 200 ms to 10 min, and at
 *     least two intervals
 * @param translation translation of clients to ports of the cluster address, with LSNAT
 * @param standBy standby operation with other dispatchers
 */
public record PacketSettings(
        PacketMode mechanism,
        String device,
        IpAddress cluster,
        List<Integer> ports,
        List<Listed> backends,
        Policies policy,
        PolicySettings policySettings,
        boolean answerArp,
        SessionLimits limits,
        Duration askInterval,
        Duration silentAfter,
        PortTranslation translation,
        StandBySettings standBy) {
    /** Of a dispatcher that is alone, and whose back-ends see their clients. */
    public PacketSettings(
            PacketMode mechanism,
            String device,
            IpAddress cluster,
            List<Integer> ports,
            List<Listed> backends,
            Policies policy,
            PolicySettings policySettings,
            boolean answerArp,
            SessionLimits limits,
            Duration askInterval,
            Duration silentAfter) {
        this(
                mechanism,
                device,
                cluster,
                ports,
                backends,
                policy,
                policySettings,
                answerArp,
                limits,
                askInterval,
                silentAfter,
                PortTranslation.NONE,
                StandBySettings.ALONE);
    }

    /**
     * A back-end that is known beforehand.
     *
     * @param address its own, of the same family as the cluster address
     * @param port port of its service, by LSNAT; 0 where it is that of the cluster address
     * @param weight above 0 and at most 1000
     */
    public record Listed(IpAddress address, int port, double weight) {
        /** The address, and the port if it has one of its own. */
        @Override
        public String toString() {
            String text = address.toString();
            return port == 0 ? text : (address.isFour() ? text : "[" + text + "]") + ":" + port;
        }
    }

    /** Refuses what does not go together. */
    public PacketSettings {
        ports = List.copyOf(ports);
        backends = List.copyOf(backends);
        PacketPolicy.named(policy.label());
        require(cluster.isOfOneHost(), "cluster address " + cluster + "; expected one that a host can have");
        require(
                !ports.isEmpty() && ports.size() <= SessionTable.MOST_SERVICES,
                ports.size() + " ports; expected 1 to " + SessionTable.MOST_SERVICES);
        for (int port : ports) {
            require(port > 0 && port <= 0xFFFF, "port " + port + "; expected 1 to 65535");
        }
        require(new HashSet<>(ports).size() == ports.size(), "ports " + ports + "; expected each once");
        require(
                backends.size() <= PacketBackends.MOST,
                backends.size() + " back-ends; expected at most " + PacketBackends.MOST);
        for (Listed backend : backends) {
            require(
                    backend.address().isFour() == cluster.isFour(),
                    "back-end " + backend + "; expected an address of the cluster address's family, that of "
                            + cluster);
            require(
                    !backend.address().equals(cluster),
                    "back-end " + backend + " has the cluster address; expected the back-end's own");
            require(
                    backend.port() == 0 || mechanism == PacketMode.LSNAT,
                    "back-end " + backend + " with a port: LSMAC changes none; expected an address alone");
            require(
                    backend.port() == 0 || ports.size() == 1,
                    "back-end " + backend + " with a port, for the ports " + ports
                            + "; expected one port, or an address alone");
        }
        int first = ports.getFirst();
        require(
                backends.stream()
                                .map(backend ->
                                        backend.address() + ":" + (backend.port() == 0 ? first : backend.port()))
                                .distinct()
                                .count()
                        == backends.size(),
                "back-ends " + backends + "; expected each once");
        require(
                mechanism == PacketMode.LSMAC || !backends.isEmpty(),
                "no back-ends; LSNAT finds none by itself: name each with --backend ADDR");
        require(
                cluster.isFour() || !answerArp || !backends.isEmpty(),
                "no back-ends, and this host answers for " + cluster
                        + ": by IPv6 back-ends cannot keep from others what"
                        + " they answer it; name each with --backend ADDR, or have a route lead here and answer off");
        require(
                !translation.isOn() || mechanism == PacketMode.LSNAT,
                "ports that stand for clients: LSMAC changes none; expected with mechanism lsnat");
        for (int port : ports) {
            require(
                    !translation.has(port),
                    "port " + port + " is served, and one of " + translation.first() + "-" + translation.last()
                            + ", which stand for clients; expected others");
        }
        require(
                !standBy.isShared() || answerArp,
                "a stand-by, and this host does not answer for " + cluster
                        + ": nobody could take it over; have it answer," + " and routes lead to the address itself");
        require(
                askInterval.compareTo(Duration.ofMillis(100)) >= 0 && askInterval.compareTo(Duration.ofMinutes(1)) <= 0,
                "questions every " + askInterval.toMillis() + " ms; expected 100 ms to 1 min");
        require(
                silentAfter.compareTo(askInterval.multipliedBy(2)) >= 0
                        && silentAfter.compareTo(Duration.ofMinutes(10)) <= 0,
                "silent after " + silentAfter.toMillis() + " ms; expected at least two intervals of "
                        + askInterval.toMillis() + " ms, and at most 10 min");
    }

    /** Size of the session table; at most half of the translated ports are for half-open sessions. */
    SessionLimits tableLimits() {
        return translation.isOn() ? limits.withHalfOpenUpTo(Math.max(1, translation.ports() / 2)) : limits;
    }

    long bytes() {
        return SessionTable.bytes(tableLimits()) + TranslatedPorts.bytes(backends.size(), translation.ports());
    }

    /** The command that keeps the host from passing packets on by itself. */
    public String forwardingOff() {
        if (!cluster.isFour()) {
            return "sysctl -w net.ipv6.conf.all.forwarding=0";
        }
        // A dot in the name of an interface, such as that of a VLAN, is none between the parts of the variable's.
        return device.contains(".")
                ? "sysctl -w net/ipv4/conf/" + device + "/forwarding=0"
                : "sysctl -w net.ipv4.conf." + device + ".forwarding=0";
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
