package io.gosling.bench.hosts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the network of the LSMAC and LSNAT paper: a client behind a router, and on the segment beyond it a dispatcher
 * and back-ends, each on a host of its own. The cluster's address is outside the segment, and no host has it yet.
 */
public final class PacketTestNetworkFactory {
    public static final String CLIENT = "client";
    public static final String ROUTER = "router";
    public static final String DISPATCHER = "dispatcher";

    public static final String VIP = "10.99.0.1";

    public static final String ROUTER_ADDRESS = "10.77.0.254";
    public static final String DISPATCHER_ADDRESS = "10.77.0.2";

    /** More than one, so that a long run takes no port twice. */
    public static final List<String> CLIENT_ADDRESSES = List.of("10.78.0.1", "10.78.0.2", "10.78.0.3", "10.78.0.4");

    private static final int FIRST_BACKEND = 11;

    private PacketTestNetworkFactory() {}

    public static String backend(int number) {
        return "b" + (number + 1);
    }

    public static String address(int number) {
        return "10.77.0." + (FIRST_BACKEND + number);
    }

    /** The arguments of a packet dispatcher of this network; only with LSNAT it is told of its back-ends. */
    public static List<String> dispatcher(String forwarding, String ports, List<String> backends) {
        List<String> arguments = new ArrayList<>(List.of("--forwarding", forwarding, "--vip", VIP));
        arguments.addAll(List.of("--interface", "eth0", "--packet-answer-arp", "off", "--packet-ports", ports));
        arguments.addAll(List.of("--packet-probe-interval", "200ms", "--packet-silent-after", "1s"));
        if (forwarding.equals("lsnat")) {
            arguments.addAll(List.of("--backend", String.join(",", backends)));
        }
        return arguments;
    }

    /** Makes the network, with what else is set up before it is used. */
    public static NamespaceHosts make(int backends, NamespaceHosts.Setup more)
            throws IOException, InterruptedException {
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put(ROUTER, ROUTER_ADDRESS + "/24");
        addresses.put(DISPATCHER, DISPATCHER_ADDRESS + "/24");
        for (int i = 0; i < backends; i++) {
            addresses.put(backend(i), address(i) + "/24");
        }
        addresses.put(CLIENT, "10.76.0.1/24");
        return NamespaceHosts.made(addresses, hosts -> {
            connect(hosts, backends);
            more.on(hosts);
        });
    }

    private static void connect(NamespaceHosts hosts, int backends) throws IOException, InterruptedException {
        hosts.wire(CLIENT, CLIENT_ADDRESSES.getFirst() + "/24", ROUTER, "10.78.0.254/24");
        for (String address : CLIENT_ADDRESSES.subList(1, CLIENT_ADDRESSES.size())) {
            hosts.ip(CLIENT, "address", "add", address + "/24", "dev", "eth1");
        }
        hosts.ip(CLIENT, "route", "add", "default", "via", "10.78.0.254");
        hosts.sh(CLIENT, "echo 1024 65535 > /proc/sys/net/ipv4/ip_local_port_range");
        // Clients that end a connection keep its port for a minute otherwise, and there are only so many.
        hosts.sh(CLIENT, "echo 1 > /proc/sys/net/ipv4/tcp_tw_reuse");
        hosts.sh(ROUTER, "echo 1 > /proc/sys/net/ipv4/ip_forward");
        hosts.ip(DISPATCHER, "route", "add", "default", "via", ROUTER_ADDRESS);
        for (String interfaces : List.of("all", "eth0")) {
            hosts.sh(DISPATCHER, "echo 0 > /proc/sys/net/ipv4/conf/" + interfaces + "/send_redirects");
        }
        for (int i = 0; i < backends; i++) {
            hosts.sh(backend(i), "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_announce");
            hosts.ip(backend(i), "route", "add", "default", "via", ROUTER_ADDRESS);
        }
    }
}
