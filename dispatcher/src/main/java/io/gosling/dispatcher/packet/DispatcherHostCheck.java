package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.InterfaceRoutes;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Checks that a host is fit for dispatching packets: its own network stack must neither accept clients' packets nor
 * forward them, or there would be two answers to each.
 */
final class DispatcherHostCheck {
    private static final String SIX = "thread-self/net/ipv6_route";

    private final Path proc;
    private final Set<IpAddress> own;

    /**
     * @param proc such as {@code /proc}
     * @param own all addresses of the host
     */
    DispatcherHostCheck(Path proc, Set<IpAddress> own) {
        this.proc = proc;
        this.own = Set.copyOf(own);
    }

    static DispatcherHostCheck ofThisHost() throws IOException {
        Set<IpAddress> own = new HashSet<>();
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(IpAddress::of)
                .forEach(own::add);
        return new DispatcherHostCheck(Path.of("/proc"), own);
    }

    /** @throws IOException naming the obstacle and the remedy */
    void require(PacketSettings settings, NetworkDevice device) throws IOException {
        IpAddress cluster = settings.cluster();
        if (own.contains(cluster)) {
            throw new IOException("the cluster address " + cluster
                    + " is one of this host's own, whose system would answer clients too; take it away with 'ip"
                    + " address del "
                    + cluster + (cluster.isFour() ? "/32" : "/128") + " dev " + device.name() + "'");
        }
        for (PacketSettings.Listed backend : settings.backends()) {
            if (own.contains(backend.address())) {
                throw new IOException("back-end " + backend + " is this host itself, which no packet sent out reaches;"
                        + " give the server an interface with a hardware address of its own, as that of a container"
                        + " or of macvlan");
            }
        }
        String forwards = forwards(settings);
        if (!forwards.isEmpty()) {
            throw new IOException(forwards);
        }
        requireSilence(settings);
        boolean asksInItsName = !cluster.isFour() || !settings.backends().isEmpty();
        if (asksInItsName && device.asking(cluster).equals(IpAddress.NONE)) {
            throw new IOException("interface " + device.name() + " has no address of "
                    + (cluster.isFour()
                            ? "IPv4 to ask back-ends with; give it one with 'ip address add ADDR/24 dev "
                                    + device.name()
                            : "IPv6 to ask back-ends with; turn that on with 'sysctl -w net/ipv6/conf/" + device.name()
                                    + "/disable_ipv6=0")
                    + "'");
        }
    }

    /** Requires silence about others' packets; with IPv6, a host without routes reports errors to clients. */
    private void requireSilence(PacketSettings settings) throws IOException {
        boolean aboutClients = settings.mode() == PacketForwardingMode.LSNAT
                && !settings.translation().isOn();
        IpAddress whither = aboutClients ? IpAddress.NONE : settings.cluster();
        if (!settings.cluster().isFour() && !InterfaceRoutes.leadSix(read(proc.resolve(SIX)), whither)) {
            String to = aboutClients ? "default" : whither + "/128";
            throw new IOException("this host has no route to " + (aboutClients ? "clients" : whither)
                    + ", so its system would tell others so; add one that leads nowhere with 'ip -6 route add"
                    + " blackhole "
                    + to + "'");
        }
    }

    /** An obstacle that appeared at run time; an empty text if there is none or it is unknown. */
    String obstacle(PacketSettings settings) {
        try {
            return forwards(settings);
        } catch (IOException e) {
            // The interface is gone, which is detected elsewhere.
            return "";
        }
    }

    /** Describes the host's own forwarding and how to turn it off; an empty text without it. */
    private String forwards(PacketSettings settings) throws IOException {
        String device = settings.device();
        // IPv6 has one switch for all interfaces, and a newer one for each interface.
        Path forced = proc.resolve("sys/net/ipv6/conf/" + device + "/force_forwarding");
        if (!settings.cluster().isFour()
                && Files.exists(forced)
                && !read(forced).strip().equals("0")) {
            return forwards(device, "sysctl -w net/ipv6/conf/" + device + "/force_forwarding=0");
        }
        Path file = proc.resolve(
                settings.cluster().isFour()
                        ? "sys/net/ipv4/conf/" + device + "/forwarding"
                        : "sys/net/ipv6/conf/all/forwarding");
        return read(file).strip().equals("0") ? "" : forwards(device, settings.forwardingOff());
    }

    private static String forwards(String device, String remedy) {
        return "this host forwards what comes at " + device
                + ", so its system would pass clients' packets on as well; turn that off with '" + remedy + "'";
    }

    /** @throws IOException when there is no route to a listed back-end; names the remedy */
    Function<IpAddress, IpAddress> nextHops(PacketSettings settings, NetworkDevice device) throws IOException {
        Map<IpAddress, IpAddress> found = new HashMap<>();
        if (!settings.backends().isEmpty()) {
            InterfaceRoutes routes = routes(settings.cluster().isFour(), device.name());
            for (PacketSettings.Listed backend : settings.backends()) {
                IpAddress address = backend.address();
                IpAddress next = routes.nextHop(address)
                        .orElseThrow(() -> new IOException("no route leads to back-end " + address + " by interface "
                                + device.name() + "; add one with 'ip route add " + address + " via ROUTER dev "
                                + device.name() + "'"));
                if (settings.mode() == PacketForwardingMode.LSMAC && !next.equals(address)) {
                    throw new IOException("back-end " + address + " is behind the router " + next
                            + ", and LSMAC reaches only who is on the segment of " + device.name()
                            + "; move it there, or use forwarding lsnat");
                }
                found.put(address, next);
            }
        }
        return address -> found.getOrDefault(address, address);
    }

    private InterfaceRoutes routes(boolean four, String device) throws IOException {
        return four
                ? InterfaceRoutes.parse(read(proc.resolve("thread-self/net/route")), device, ByteOrder.nativeOrder())
                : InterfaceRoutes.parseSix(read(proc.resolve(SIX)), device);
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + "; expected it on Linux", e);
        }
    }
}
