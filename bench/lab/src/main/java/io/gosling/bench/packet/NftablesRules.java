package io.gosling.bench.packet;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.tools.process.ProgramFinder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rules of nftables that do in the kernel what the dispatchers do in user space, for comparison. */
final class NftablesRules {
    private NftablesRules() {}

    /** The reason why such rules cannot be used on this host; empty if they can. */
    static String obstacle(NamespaceHosts hosts) throws InterruptedException {
        if (ProgramFinder.find("nft").isEmpty()) {
            return "nft is not installed ('apt install nftables')";
        }
        try {
            String mac = "02:00:00:00:00:01";
            set(hosts, mac(mac, List.of(mac, mac)));
            set(hosts, nat(List.of("10.77.0.11", "10.77.0.12")));
            clear(hosts);
            return "";
        } catch (IOException e) {
            return "nft or this kernel does not take the rules: " + e.getMessage();
        }
    }

    /** By the hash of the client's address and port; the packet leaves by the interface at which it arrived. */
    static String mac(String own, List<String> macs) {
        return String.join(
                "\n",
                "table netdev gosling {",
                "chain ingress {",
                "type filter hook ingress device \"eth0\" priority 0; policy accept;",
                "ip daddr " + PacketTestNetworkFactory.VIP + " ip protocol tcp ether saddr set " + own
                        + " ether daddr set " + chosen("jhash ip saddr . tcp sport", macs) + " fwd to \"eth0\"",
                "}",
                "}");
    }

    /** The rules for LSNAT: back-ends are chosen in turn, with the kernel's own table of connections. */
    static String nat(List<String> addresses) {
        return String.join(
                "\n",
                "table ip gosling {",
                "chain prerouting {",
                "type nat hook prerouting priority -100; policy accept;",
                "ip daddr " + PacketTestNetworkFactory.VIP + " ip protocol tcp dnat to "
                        + chosen("numgen inc", addresses),
                "}",
                "}");
    }

    private static String chosen(String by, List<String> values) {
        if (values.size() == 1) {
            return values.getFirst();
        }
        List<String> numbered = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            numbered.add(i + " : " + values.get(i));
        }
        return by + " mod " + values.size() + numbered.stream().collect(Collectors.joining(", ", " map { ", " }"));
    }

    static void set(NamespaceHosts hosts, String rules) throws IOException, InterruptedException {
        hosts.sh(PacketTestNetworkFactory.DISPATCHER, "nft -f - <<'END'\nflush ruleset\n" + rules + "\nEND\n");
    }

    static void clear(NamespaceHosts hosts) throws IOException, InterruptedException {
        hosts.sh(PacketTestNetworkFactory.DISPATCHER, "nft flush ruleset");
    }
}
