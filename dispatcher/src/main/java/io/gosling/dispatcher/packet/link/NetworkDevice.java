package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A network interface of this host.
 *
 * @param index the system's number of the interface
 * @param prefixes prefix length of the network of each address
 */
public record NetworkDevice(String name, int index, MacAddress mac, List<IpAddress> addresses, List<Integer> prefixes) {
    private static final Path SIX = Path.of("/proc/thread-self/net/if_inet6");

    public NetworkDevice {
        addresses = List.copyOf(addresses);
        prefixes = List.copyOf(prefixes);
    }

    /**
     * Looks at an interface.
     *
     * @throws IOException when there is none of that name, it is down, or it is not Ethernet; names the interfaces that
     *     there are
     */
    public static NetworkDevice named(String name) throws IOException {
        NetworkInterface found = NetworkInterface.getByName(name);
        if (found == null) {
            String known = NetworkInterface.networkInterfaces()
                    .map(NetworkInterface::getName)
                    .sorted()
                    .collect(Collectors.joining(", "));
            throw new IOException("interface " + name + " is not there; this host has " + known);
        }
        if (!found.isUp()) {
            throw new IOException("interface " + name + " is down; set it up with 'ip link set " + name + " up'");
        }
        byte[] mac = found.getHardwareAddress();
        if (mac == null || mac.length != 6) {
            throw new IOException(
                    "interface " + name + " has no hardware address of Ethernet; expected one with clients or a"
                            + " router on its segment");
        }
        List<IpAddress> addresses = new ArrayList<>();
        List<Integer> prefixes = new ArrayList<>();
        for (InterfaceAddress own : found.getInterfaceAddresses()) {
            if (own.getAddress() instanceof Inet4Address) {
                addresses.add(IpAddress.of(own.getAddress()));
                prefixes.add((int) own.getNetworkPrefixLength());
            }
        }
        if (Files.exists(SIX)) {
            addSix(Files.readString(SIX), name, addresses, prefixes);
        }
        return new NetworkDevice(name, found.getIndex(), MacAddress.of(mac), addresses, prefixes);
    }

    /** Adds IPv6 addresses from {@code /proc/net/if_inet6}; the JDK reports those of the process's namespace. */
    static void addSix(String text, String name, List<IpAddress> addresses, List<Integer> prefixes) {
        for (String line : text.lines().toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 6 && words[5].equals(name)) {
                addresses.add(IpAddress.six(words[0]));
                prefixes.add(Integer.parseInt(words[2], 16));
            }
        }
    }

    /**
     * Describes a change of the interface: its presence, its index, or its hardware address. An empty text if there is
     * none, or if it cannot be found out. Its state (up or down) and its addresses may change.
     */
    public String change() {
        NetworkInterface found;
        byte @Nullable [] now;
        try {
            found = NetworkInterface.getByName(name);
            now = found == null ? null : found.getHardwareAddress();
        } catch (SocketException e) {
            // Unknown now; the next call asks again.
            return "";
        }
        if (found == null) {
            return "interface " + name + " is gone";
        }
        if (found.getIndex() != index) {
            return "interface " + name + " was made anew: it is number " + found.getIndex() + " and was " + index;
        }
        if (now != null && now.length == 6 && !MacAddress.of(now).equals(mac)) {
            return "interface " + name + " has the hardware address " + MacAddress.of(now) + " and had " + mac;
        }
        return "";
    }

    /**
     * The sender address for a neighbour query in the other host's network. For IPv6 it is a link-local address, which
     * every interface has; otherwise one of the same network if there is one. {@link IpAddress#NONE} if the interface
     * has no address of that family.
     */
    public IpAddress asking(IpAddress other) {
        IpAddress found = IpAddress.NONE;
        for (int at = 0; at < addresses.size(); at++) {
            IpAddress own = addresses.get(at);
            if (own.isFour() != other.isFour()) {
                continue;
            }
            if (own.isLinkLocal() || (own.isFour() && own.shares(other, prefixes.get(at)))) {
                return own;
            }
            found = found.equals(IpAddress.NONE) ? own : found;
        }
        return found;
    }
}
