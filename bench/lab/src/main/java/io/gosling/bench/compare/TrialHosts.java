package io.gosling.bench.compare;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketNetwork;
import io.gosling.tools.fleet.Host;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of clients, front-end and nodes: network namespaces that are made for one forwarding mode and removed with
 * it, or this machine's loopback for all of them. Used by one thread.
 */
record TrialHosts(@Nullable NamespaceHosts hosts) implements AutoCloseable {
    static TrialHosts open(boolean apart, ForwardingCase way, int nodes) throws IOException, InterruptedException {
        return new TrialHosts(apart ? PacketNetwork.make(nodes, hosts -> arrange(hosts, way, nodes)) : null);
    }

    private static void arrange(NamespaceHosts hosts, ForwardingCase way, int nodes)
            throws IOException, InterruptedException {
        if (!way.hasFrontEnd()) {
            return;
        }
        String vip = PacketNetwork.VIP + "/32";
        hosts.ip(PacketNetwork.ROUTER, "route", "add", vip, "via", PacketNetwork.DISPATCHER_ADDRESS);
        if (way.isPackets()) {
            hosts.sh(PacketNetwork.DISPATCHER, "echo 0 > /proc/sys/net/ipv4/ip_forward");
        } else {
            hosts.ip(PacketNetwork.DISPATCHER, "address", "add", vip, "dev", "eth0");
        }
        for (int i = 0; i < nodes; i++) {
            String node = PacketNetwork.backend(i);
            switch (way) {
                case HANDOFF -> {
                    hosts.sh(node, "echo 1 > /proc/sys/net/ipv4/conf/all/arp_ignore");
                    hosts.sh(node, "echo 2 > /proc/sys/net/ipv4/conf/all/arp_announce");
                    hosts.ip(node, "address", "add", vip, "dev", "lo");
                }
                case LSMAC -> hosts.ip(node, "address", "add", vip, "dev", "eth0");
                case LSNAT -> hosts.ip(node, "route", "replace", "default", "via", PacketNetwork.DISPATCHER_ADDRESS);
                default -> {
                    // Nodes answer clients directly.
                }
            }
        }
    }

    boolean apart() {
        return hosts != null;
    }

    Host client() {
        return host(PacketNetwork.CLIENT, PacketNetwork.CLIENT_ADDRESSES.getFirst());
    }

    Host frontEnd() {
        return host(PacketNetwork.DISPATCHER, PacketNetwork.DISPATCHER_ADDRESS);
    }

    /** The host of a node, numbered from 0; for a forwarding mode with nodes on the front-end's host it is that. */
    Host node(ForwardingCase way, int number) {
        return way == ForwardingCase.HANDOFF_LOCAL
                ? frontEnd()
                : host(PacketNetwork.backend(number), PacketNetwork.address(number));
    }

    private Host host(String name, String address) {
        return hosts == null ? Host.HERE : hosts.host(name, address);
    }

    @Override
    public void close() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }
}
