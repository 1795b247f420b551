package io.gosling.node.settings;

import io.gosling.dispatcher.packet.PortTranslation;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings of the packet forwarding modes, {@code lsmac} and {@code lsnat}. */
public final class PacketDispatchSettings {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<IpAddress> VIP = DECLARED.optional(
            "vip",
            Kind.of("ADDR", "an address such as 10.99.0.1 or 2001:db8::1", PacketDispatchSettings::address),
            "With mechanism lsmac or lsnat: the address that clients know. No host but back-ends of lsmac may have"
                    + " it.");

    public static final Setting<String> INTERFACE = DECLARED.optional(
            "interface",
            Kind.matching("NAME", "the name of an interface, such as eth0", "[^/\\s]{1,15}"),
            "With mechanism lsmac or lsnat: the interface at which clients' packets come and back-ends are reached.");

    public static final Setting<List<Integer>> PORTS = DECLARED.setting(
            "packet.ports",
            new Kind<>(
                    Kind.Shape.LIST,
                    "PORT",
                    "ports from 1 to 65535",
                    items -> items.stream().map(PacketDispatchSettings::port).toList(),
                    Map.of("type", List.of("array", "integer", "string"), "items", Map.of("type", "integer"))),
            "80",
            "Ports of the vip that are served, of any protocol over TCP.");

    public static final Setting<Boolean> ANSWER_ARP = DECLARED.setting(
            "packet.answer-arp",
            Kind.toggle(),
            "on",
            "Whether this host answers by ARP or neighbour discovery that it has the vip: on where clients or their"
                    + " router are on its segment, off where a route of the router leads here.");

    public static final Setting<Integer> SESSIONS = DECLARED.setting(
            "packet.sessions",
            Kind.integer("N", 1, 1 << 24),
            "1000000",
            "Connections that are remembered, in 32 bytes each.");

    public static final Setting<Integer> HALF_OPEN = DECLARED.setting(
            "packet.half-open",
            Kind.integer("N", 1, 1 << 24),
            "65536",
            "Connections beside those of which only the SYN was seen; one more takes the place of the oldest of them.");

    public static final Setting<Duration> HALF_OPEN_TIME = DECLARED.setting(
            "packet.half-open-time",
            time(),
            "30s",
            "How long one of those is remembered without the client's acknowledgement.");

    public static final Setting<Duration> IDLE_TIME =
            DECLARED.setting("packet.idle-time", time(), "1h", "How long a connection is remembered without a packet.");

    public static final Setting<Duration> CLOSING_TIME = DECLARED.optional(
            "packet.closing-time",
            time(),
            "How long one that has ended is remembered without a packet, for those that are still under way: 30s, or 2m"
                    + " with lsmac, where it has ended when its client has said its last, and may wait for the"
                    + " answer.");

    public static final Setting<Duration> ASK_INTERVAL = DECLARED.setting(
            "packet.ask-interval",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(1)),
            "1s",
            "From one question to the back-ends, by ARP or neighbour discovery, to the next.");

    public static final Setting<Duration> SILENT_AFTER = DECLARED.setting(
            "packet.silent-after",
            Kind.duration(Duration.ofMillis(200), Duration.ofMinutes(10)),
            "3s",
            "How long after its last answer a back-end gets no new connections; at least twice packet.ask-interval.");

    public static final Setting<PortTranslation> PORT_TRANSLATION = DECLARED.optional(
            "packet.port-translation",
            Kind.of("FIRST-LAST", "two ports from 1024 to 65535, such as 16384-65535", PacketDispatchSettings::range),
            "With mechanism lsnat, for back-ends whose answers do not pass this host by themselves: ports of the vip"
                    + " that stand for clients toward each of them, which do not see the clients then.");

    public static final Setting<Integer> PRIORITY = DECLARED.optional(
            "packet.priority",
            Kind.integer("N", 1, 255),
            "With several dispatchers of one vip, of which one is active and the others stand by: of those that are"
                    + " active at once the one with more stays so. Without it there is one only.");

    public static final Setting<Duration> TAKE_OVER_AFTER = DECLARED.setting(
            "packet.take-over-after",
            Kind.duration(Duration.ofMillis(300), Duration.ofMinutes(1)),
            "1s",
            "With packet.priority: how long nothing is heard of the active dispatcher before another takes its place.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private PacketDispatchSettings() {}

    private static Kind<Duration> time() {
        return Kind.duration(Duration.ofSeconds(1), Duration.ofHours(12));
    }

    private static int port(String text) {
        int port = Integer.parseInt(text);
        if (port < 1 || port > 0xFFFF) {
            throw new IllegalArgumentException("no port: " + text);
        }
        return port;
    }

    private static PortTranslation range(String text) {
        if (!text.matches("[0-9]{4,5}-[0-9]{4,5}")) {
            throw new IllegalArgumentException("no range of ports: " + text);
        }
        String[] ends = text.split("-");
        return new PortTranslation(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
    }

    private static IpAddress address(String text) {
        if (text.contains("%")) {
            throw new IllegalArgumentException("an address of one segment: " + text);
        }
        return IpAddress.of(InetAddress.ofLiteral(text));
    }
}
