package io.gosling.bench.compare;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.tools.cluster.ProcessHost;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of clients, front-end and nodes: network namespaces that are made for one forwarding mode and removed with
 * it, or this machine's loopback for all of them. Used by one thread.
 */
record TrialHosts(@Nullable NamespaceHosts hosts) implements AutoCloseable {
    static TrialHosts open(boolean apart, ForwardingModeCase way, int nodes) throws IOException, InterruptedException {
        return new TrialHosts(apart ? PacketTestNetworkFactory.make(nodes, hosts -> arrange(hosts, way, nodes)) : null);
    }

    private static void arrange(NamespaceHosts hosts, ForwardingModeCase way, int nodes)
            throws IOException, InterruptedException {
        if (!way.hasFrontEnd()) {
            return;
        }
        String vip = PacketTestNetworkFactory.VIP + "/32";
        hosts.ip(
                PacketTestNetworkFactory.ROUTER,
                "route",
                "add",
                vip,
                "via",
                PacketTestNetworkFactory.DISPATCHER_ADDRESS);
        if (way.isPackets()) {
            hosts.sh(PacketTestNetworkFactory.DISPATCHER, "echo 0 > /proc/sys/net/ipv4/ip_forward");
        } else {
            hosts.ip(PacketTestNetworkFactory.DISPATCHER, "address", "add", vip, "dev", "eth0");
        }
        for (int i = 0; i < nodes; i++) {
            String node = PacketTestNetworkFactory.backend(i);
            switch (way) {
                case HANDOFF -> {
                    hosts.sh(node, "echo 1 > /proc/sys/net/ipv4/conf/all/arp_ignore");
                    hosts.sh(node, "echo 2 > /proc/sys/net/ipv4/conf/all/arp_announce");
                    hosts.ip(node, "address", "add", vip, "dev", "lo");
                }
                case LSMAC -> hosts.ip(node, "address", "add", vip, "dev", "eth0");
                case LSNAT ->
                    hosts.ip(node, "route", "replace", "default", "via", PacketTestNetworkFactory.DISPATCHER_ADDRESS);
                default -> {
                    // Nodes answer clients directly.
                }
            }
        }
    }

    boolean apart() {
        return hosts != null;
    }

    ProcessHost client() {
        return host(PacketTestNetworkFactory.CLIENT, PacketTestNetworkFactory.CLIENT_ADDRESSES.getFirst());
    }

    ProcessHost frontEnd() {
        return host(PacketTestNetworkFactory.DISPATCHER, PacketTestNetworkFactory.DISPATCHER_ADDRESS);
    }

    /** The host of a node, numbered from 0; for a forwarding mode with nodes on the front-end's host it is that. */
    ProcessHost node(ForwardingModeCase way, int number) {
        return way == ForwardingModeCase.HANDOFF_LOCAL
                ? frontEnd()
                : host(PacketTestNetworkFactory.backend(number), PacketTestNetworkFactory.address(number));
    }

    private ProcessHost host(String name, String address) {
        return hosts == null ? ProcessHost.HERE : hosts.host(name, address);
    }

    @Override
    public void close() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }
}
