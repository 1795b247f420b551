package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.packet.session.SessionTable;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Settings of a packet dispatcher: the forwarding modes {@code lsmac} and {@code lsnat}.
 *
 * @param backends those that are known beforehand; LSMAC finds them by itself where none is named
 * @param values with {@link #VIP} and {@link #INTERFACE} at least
 */
public record PacketSettings(PacketForwardingMode mode, PolicyName policy, List<Listed> backends, SettingValues values)
        implements SettingGroup<PacketSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<IpAddress> VIP = DECLARED.optional(
            "vip",
            SettingType.of("ADDR", "an address such as 10.99.0.1 or 2001:db8::1", PacketSettings::address),
            "Virtual address that clients know, for forwarding lsmac and lsnat. No host may have it except back-ends of"
                    + " lsmac.");

    public static final Setting<String> INTERFACE = DECLARED.optional(
            "interface",
            SettingType.matching("NAME", "the name of an interface, such as eth0", "[^/\\s]{1,15}"),
            "Interface at which clients' packets arrive and back-ends are reached, for forwarding lsmac and lsnat.");

    public static final Setting<List<Integer>> PORTS = DECLARED.setting(
            "packet.ports",
            new SettingType<List<Integer>>(
                            SettingType.Shape.LIST,
                            "PORT",
                            "ports from 1 to 65535",
                            items -> items.stream().map(Integer::valueOf).toList(),
                            Map.of("type", List.of("array", "integer", "string"), "items", Map.of("type", "integer")))
                    .checked(PacketSettings::requirePorts),
            "80",
            "Ports of the vip that are served, of any protocol over TCP.");

    public static final Setting<Boolean> ANSWER_ARP = DECLARED.setting(
            "packet.answer-arp",
            SettingType.toggle(),
            "on",
            "on answers ARP and neighbour discovery for the vip, for clients or a router on the segment of this host;"
                    + " off is for a router that has a route for the vip to this host.");

    public static final Setting<Duration> ASK_INTERVAL = DECLARED.setting(
            "packet.probe-interval",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "1s",
            "Interval at which back-ends are asked for an answer by ARP or neighbour discovery.");

    public static final Setting<Duration> SILENT_AFTER = DECLARED.setting(
            "packet.silent-after",
            SettingType.duration(Duration.ofMillis(200), Duration.ofMinutes(10)),
            "3s",
            "Time after a back-end's last answer from which it gets no new connections; at least twice"
                    + " packet.probe-interval.");

    public static final Setting<TranslationPortRange> PORT_TRANSLATION = DECLARED.optional(
            "packet.port-translation",
            SettingType.of(
                    "FIRST-LAST", "two ports from 1024 to 65535, such as 16384-65535", TranslationPortRange::parse),
            "Range of ports of the vip that stand for clients at each back-end, with forwarding lsnat, where back-ends'"
                    + " responses do not pass this host by themselves. Back-ends do not see clients' addresses then.");

    public static final List<Setting<?>> ALL =
            SettingDeclarations.inOrder(List.of(DECLARED.all(), SessionLimits.ALL, StandbySettings.ALL));

    /** Time for sessions that their clients have closed, where only clients' packets are seen. */
    private static final Duration HALF_CLOSED_TIME = Duration.ofMinutes(2);

    /**
     * A back-end that is known beforehand.
     *
     * @param address its own, of the same family as the cluster address
     * @param port port of its service, by LSNAT; 0 where it is that of the cluster address
     * @param weight above 0 and at most 1000
     */
    public record Listed(IpAddress address, int port, double weight) {
        @Override
        public String toString() {
            String text = address.toString();
            return port == 0 ? text : (address.isFour() ? text : "[" + text + "]") + ":" + port;
        }
    }

    public PacketSettings {
        backends = List.copyOf(backends);
        IpAddress cluster = values.find(VIP).orElseThrow();
        List<Integer> ports = values.get(PORTS);
        boolean answerArp = values.get(ANSWER_ARP);
        TranslationPortRange translation = translation(values);
        PacketPolicyNames.named(policy.label());
        require(cluster.isOfOneHost(), "cluster address " + cluster + "; expected one that a host can have");
        require(
                !ports.isEmpty() && ports.size() <= SessionTable.MOST_SERVICES,
                ports.size() + " ports; expected 1 to " + SessionTable.MOST_SERVICES);
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
                    backend.port() == 0 || mode == PacketForwardingMode.LSNAT,
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
                mode == PacketForwardingMode.LSMAC || !backends.isEmpty(),
                "no back-ends; LSNAT finds none by itself: name each with --backend ADDR");
        require(
                cluster.isFour() || !answerArp || !backends.isEmpty(),
                "no back-ends, and this host answers for " + cluster
                        + ": by IPv6 back-ends cannot keep from others what"
                        + " they answer it; name each with --backend ADDR, or have a route lead here and answer off");
        require(
                !translation.isOn() || mode == PacketForwardingMode.LSNAT,
                "ports that stand for clients: LSMAC changes none; expected with forwarding lsnat");
        for (int port : ports) {
            require(
                    !translation.has(port),
                    "port " + port + " is served, and one of " + translation.first() + "-" + translation.last()
                            + ", which stand for clients; expected others");
        }
        require(
                !new StandbySettings(values).isShared() || answerArp,
                "a stand-by, and this host does not answer for " + cluster
                        + ": nobody could take it over; have it answer," + " and routes lead to the address itself");
        Duration interval = values.get(ASK_INTERVAL);
        Duration silentAfter = values.get(SILENT_AFTER);
        require(
                silentAfter.compareTo(interval.multipliedBy(2)) >= 0,
                "silent after " + silentAfter.toMillis() + " ms; expected at least two intervals of "
                        + interval.toMillis() + " ms");
    }

    @Override
    public PacketSettings of(SettingValues other) {
        return new PacketSettings(mode, policy, backends, other);
    }

    /** The address that clients know. */
    public IpAddress cluster() {
        return find(VIP).orElseThrow();
    }

    public String device() {
        return find(INTERFACE).orElseThrow();
    }

    /** Limits of sessions. With LSMAC a client that has closed may still wait for its response. */
    public SessionLimits limits() {
        SessionLimits limits = new SessionLimits(values);
        return mode == PacketForwardingMode.LSNAT || values.isGiven(SessionLimits.CLOSING_TIME)
                ? limits
                : limits.with(SessionLimits.CLOSING_TIME, HALF_CLOSED_TIME);
    }

    public TranslationPortRange translation() {
        return translation(values);
    }

    private static TranslationPortRange translation(SettingValues values) {
        return values.find(PORT_TRANSLATION).orElse(TranslationPortRange.NONE);
    }

    public StandbySettings standBy() {
        return new StandbySettings(values);
    }

    /** Size of the session table; at most half of the translated ports are for half-open sessions. */
    SessionLimits tableLimits() {
        SessionLimits limits = limits();
        int ports = Math.max(1, translation().ports() / 2);
        return translation().isOn() && ports < limits.get(SessionLimits.HALF_OPEN)
                ? limits.with(SessionLimits.HALF_OPEN, ports)
                : limits;
    }

    long bytes() {
        return SessionTable.bytes(tableLimits())
                + PortTranslationTable.bytes(backends.size(), translation().ports());
    }

    /** The command that keeps the host from passing packets on by itself. */
    public String forwardingOff() {
        if (!cluster().isFour()) {
            return "sysctl -w net.ipv6.conf.all.forwarding=0";
        }
        // A dot in the name of an interface, such as that of a VLAN, is none between the parts of the variable's.
        String device = device();
        return device.contains(".")
                ? "sysctl -w net/ipv4/conf/" + device + "/forwarding=0"
                : "sysctl -w net.ipv4.conf." + device + ".forwarding=0";
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static void requirePorts(List<Integer> ports) {
        for (int port : ports) {
            require(port > 0 && port <= 0xFFFF, "port " + port + "; expected 1 to 65535");
        }
    }

    private static IpAddress address(String text) {
        require(!text.contains("%"), "an address of one segment: " + text);
        return IpAddress.of(InetAddress.ofLiteral(text));
    }
}
