package io.gosling.node;

import io.gosling.dispatcher.packet.PacketMechanism;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import java.util.List;
import java.util.stream.Collectors;

/** What is to be typed on back-ends, router and dispatcher so that packets go as they should. Pure; nothing is run. */
final class PacketCommands {
    private PacketCommands() {}

    /**
     * Lines of a shell, with a remark before those of each host.
     *
     * @param own the dispatcher's address at the interface, or a word for it
     */
    static List<String> of(PacketSettings settings, String own) {
        return settings.mechanism() == PacketMechanism.LSMAC ? lsmac(settings, own) : lsnat(settings, own);
    }

    private static List<String> lsmac(PacketSettings settings, String own) {
        IpAddress vip = settings.cluster();
        String everyBackend = "# on every back-end, where eth0 is its interface on the dispatcher's segment";
        if (!settings.answerArp()) {
            return List.of(
                    "# on the dispatcher",
                    forwarding(settings),
                    everyBackend + ": it answers for " + vip + ", by which the dispatcher finds it",
                    "ip address add " + vip + "/32 dev eth0",
                    "sysctl -w net.ipv4.conf.eth0.arp_announce=2",
                    "# on the router, whose packets for " + vip + " are to come here",
                    "ip route replace " + vip + "/32 via " + own);
        }
        if (settings.backends().isEmpty()) {
            return List.of(
                    "# on the dispatcher",
                    forwarding(settings),
                    everyBackend + ": it answers nobody but the dispatcher for " + vip
                            + ", which must be outside the segment's own network",
                    "sysctl -w net.ipv4.conf.eth0.arp_ignore=2 net.ipv4.conf.eth0.arp_announce=2",
                    "ip address add " + vip + "/32 dev eth0",
                    "# on the router, and on clients of the segment",
                    "ip route replace " + vip + "/32 dev eth0");
        }
        return List.of(
                "# on the dispatcher",
                forwarding(settings),
                everyBackend + ": it answers nobody for " + vip + "; here " + listed(settings),
                "sysctl -w net.ipv4.conf.eth0.arp_ignore=1 net.ipv4.conf.eth0.arp_announce=2",
                "ip address add " + vip + "/32 dev lo");
    }

    private static List<String> lsnat(PacketSettings settings, String own) {
        String ports = settings.backends().getFirst().port() != 0
                ? Integer.toString(settings.backends().getFirst().port())
                : Integer.toString(settings.ports().getFirst());
        return List.of(
                "# on the dispatcher",
                forwarding(settings),
                "# on every back-end: what it answers passes the dispatcher; so for each port that it serves; here "
                        + listed(settings),
                "ip route replace default via " + own + " table 100",
                "ip rule add ipproto tcp sport " + ports + " table 100");
    }

    private static String forwarding(PacketSettings settings) {
        return "sysctl -w net.ipv4.conf." + settings.device() + ".forwarding=0";
    }

    private static String listed(PacketSettings settings) {
        return settings.backends().stream().map(PacketSettings.Listed::toString).collect(Collectors.joining(", "));
    }
}
