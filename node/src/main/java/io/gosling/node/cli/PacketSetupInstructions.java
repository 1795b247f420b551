package io.gosling.node.cli;

import io.gosling.dispatcher.packet.PacketForwardingMode;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints the commands to type on back-ends, router and dispatcher so that packets take the intended path. Pure; nothing
 * is run.
 */
public final class PacketSetupInstructions {
    private static final String BACKENDS =
            "# on every back-end, where eth0 is its interface on the dispatcher's segment";

    private final PacketSettings settings;
    private final IpAddress vip;
    private final String own;
    private final List<String> lines = new ArrayList<>();

    private PacketSetupInstructions(PacketSettings settings, String own) {
        this.settings = settings;
        this.vip = settings.cluster();
        this.own = own;
    }

    /** Shell commands, with a comment before those of each host. */
    public static List<String> of(PacketSettings settings, String own) {
        PacketSetupInstructions commands = new PacketSetupInstructions(settings, own);
        commands.say("# on the dispatcher", settings.forwardingOff());
        if (settings.mode() == PacketForwardingMode.LSNAT) {
            commands.lsnat();
        } else if (!settings.get(PacketSettings.ANSWER_ARP)) {
            commands.routed();
        } else if (settings.backends().isEmpty()) {
            commands.foundOnTheSegment();
        } else {
            commands.listedOnTheSegment();
        }
        return List.copyOf(commands.lines);
    }

    private void say(String... more) {
        lines.addAll(List.of(more));
    }

    private void routed() {
        say(BACKENDS + ": it answers for " + vip + ", by which the dispatcher finds it", address("eth0"));
        if (vip.isFour()) {
            say("sysctl -w net.ipv4.conf.eth0.arp_announce=2");
        }
        say("# on the router, whose packets for " + vip + " are to come here");
        say(
                vip.isFour()
                        ? ip("route replace " + whole() + " via " + own)
                        : ip("route replace " + whole() + " via " + own + " dev INTERFACE"));
    }

    private void foundOnTheSegment() {
        say(
                BACKENDS + ": it answers nobody but the dispatcher for " + vip
                        + ", which must be outside the segment's own network",
                "sysctl -w net.ipv4.conf.eth0.arp_ignore=2 net.ipv4.conf.eth0.arp_announce=2",
                address("eth0"),
                "# on the router, and on clients of the segment",
                ip("route replace " + whole() + " dev eth0"));
    }

    private void listedOnTheSegment() {
        say(BACKENDS + ": it answers nobody for " + vip + "; here " + listed());
        if (vip.isFour()) {
            say("sysctl -w net.ipv4.conf.eth0.arp_ignore=1 net.ipv4.conf.eth0.arp_announce=2");
        }
        say(address("lo"));
    }

    private void lsnat() {
        if (settings.translation().isOn()) {
            say("# on back-ends nothing: they answer to " + vip + ", by the dispatcher or a router; here " + listed());
            return;
        }
        // With a standby the active dispatcher has the vip, and its own address fails with it.
        String by = settings.standBy().isShared() ? vip.toString() : own;
        int other = settings.backends().getFirst().port();
        say(
                "# on every back-end: what it answers passes the dispatcher; here " + listed(),
                ip("route replace default via " + by + (vip.isFour() ? "" : " dev eth0") + " table 100"));
        for (int port : other == 0 ? settings.get(PacketSettings.PORTS) : List.of(other)) {
            say(ip("rule add ipproto tcp sport " + port + " table 100"));
        }
    }

    /** Adds the address without duplicate address detection, since all back-ends of the segment have it. */
    private String address(String device) {
        return ip("address add " + whole() + " dev " + device + (vip.isFour() ? "" : " nodad"));
    }

    private String whole() {
        return vip + (vip.isFour() ? "/32" : "/128");
    }

    private String ip(String rest) {
        return (vip.isFour() ? "ip " : "ip -6 ") + rest;
    }

    private String listed() {
        return settings.backends().stream().map(PacketSettings.Listed::toString).collect(Collectors.joining(", "));
    }
}
