package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.Routes;
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
 * What of a host stands against dispatching packets on it: its own network must neither take clients' packets nor pass them on,
 * or there would be two answers to each.
 */
final class HostChecks {
    private final Path proc;
    private final Set<IpAddress> own;

    /**
     * @param proc where the system tells of itself, as in {@code /proc}
     * @param own all addresses of the host
     */
    HostChecks(Path proc, Set<IpAddress> own) {
        this.proc = proc;
        this.own = Set.copyOf(own);
    }

    static HostChecks ofThisHost() throws IOException {
        Set<IpAddress> own = new HashSet<>();
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(IpAddress::of)
                .forEach(own::add);
        return new HostChecks(Path.of("/proc"), own);
    }

    /** @throws IOException saying what stands against it, and what to do */
    void require(PacketSettings settings, NetworkDevice device) throws IOException {
        IpAddress cluster = settings.cluster();
        if (own.contains(cluster)) {
            throw new IOException("the cluster address " + cluster
                    + " is one of this host's own, whose system would answer clients too; take it away with 'ip address del "
                    + cluster + "/32 dev " + device.name() + "'");
        }
        Path forwarding = proc.resolve("sys/net/ipv4/conf/" + device.name() + "/forwarding");
        if (!read(forwarding).strip().equals("0")) {
            throw new IOException("this host forwards what comes at " + device.name()
                    + ", so its system would pass clients' packets on as well; turn that off with 'sysctl -w net.ipv4.conf."
                    + device.name() + ".forwarding=0'");
        }
        if (!settings.backends().isEmpty() && device.four() == 0) {
            throw new IOException("interface " + device.name()
                    + " has no address of IPv4 to ask back-ends with; give it one with 'ip address add ADDR/24 dev "
                    + device.name() + "'");
        }
    }

    /**
     * Whom frames for each listed back-end are given.
     *
     * @throws IOException when there is no way to one; says what to do
     */
    Function<IpAddress, IpAddress> nextHops(PacketSettings settings, NetworkDevice device) throws IOException {
        Map<IpAddress, IpAddress> found = new HashMap<>();
        if (!settings.backends().isEmpty()) {
            Routes routes =
                    Routes.parse(read(proc.resolve("thread-self/net/route")), device.name(), ByteOrder.nativeOrder());
            for (PacketSettings.Listed backend : settings.backends()) {
                IpAddress address = backend.address();
                IpAddress next = routes.nextHop(address)
                        .orElseThrow(() -> new IOException("no route leads to back-end " + address + " by interface "
                                + device.name() + "; add one with 'ip route add " + address + " via ROUTER dev "
                                + device.name() + "'"));
                if (settings.mechanism() == PacketMechanism.LSMAC && !next.equals(address)) {
                    throw new IOException("back-end " + address + " is behind the router " + next
                            + ", and LSMAC reaches only who is on the segment of " + device.name()
                            + "; move it there, or use mechanism lsnat");
                }
                found.put(address, next);
            }
        }
        return address -> found.getOrDefault(address, address);
    }

    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IOException("cannot read " + file + "; expected it on Linux", e);
        }
    }
}
