package io.gosling.netty.handoff;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The cluster addresses that this host has without answering for them: the kernel sends no resets for their
 * connections, unless they are here. Safe for use by many threads, under one lock; the calls under it do not wait.
 */
final class ResetSuppression implements AutoCloseable {
    private static final int MOST = 256;
    private static final Path ARP_IGNORE = Path.of("/proc/sys/net/ipv4/conf/all/arp_ignore");

    private final Map<InetSocketAddress, TcpRepairSocket> silent = new HashMap<>();
    private boolean closed;

    /**
     * Suppresses resets of an address from now on, if they are not yet.
     *
     * @throws IOException when this host does not have it, or answers for it; says what to do
     */
    synchronized void keep(InetSocketAddress address) throws IOException {
        if (silent.containsKey(address)) {
            return;
        }
        if (closed || silent.size() >= MOST) {
            throw new IOException(closed ? "it is leaving" : "it has " + MOST + " addresses of clusters already");
        }
        String host = address.getAddress().getHostAddress();
        if (!(address.getAddress() instanceof Inet4Address)) {
            throw new IOException("the cluster's address is " + host + "; expected one of IPv4");
        }
        if (Files.exists(ARP_IGNORE) && Files.readString(ARP_IGNORE).strip().equals("0")) {
            throw new IOException("it would answer for the cluster's address " + host
                    + " on the network; have it keep that to itself with 'sysctl -w net.ipv4.conf.all.arp_ignore=1"
                    + " net.ipv4.conf.all.arp_announce=2'");
        }
        try {
            silent.put(address, TcpRepairSocket.silence(address));
        } catch (IOException e) {
            throw new IOException(
                    "it cannot have the cluster's address " + host + " (" + e.getMessage()
                            + "); give it that with 'ip address add " + host + "/32 dev lo'",
                    e);
        }
    }

    synchronized boolean has(InetSocketAddress address) {
        return silent.containsKey(address);
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (TcpRepairSocket one : silent.values()) {
            try {
                one.close();
            } catch (IOException e) {
                System.getLogger(RemoteHandoffListener.class.getName())
                        .log(System.Logger.Level.DEBUG, "a silent address was not closed: {0}", e.toString());
            }
        }
        silent.clear();
    }
}
