package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an interface of this host.
 *
 * @param index as the system counts them
 * @param addresses its own, of both families
 * @param prefixes how long the prefix of each one's network is
 */
public record NetworkDevice(
        String name, int index, MacAddress mac, List<IpAddress> addresses, List<Integer> prefixes) {
    /** Copies the lists. */
    public NetworkDevice {
        addresses = List.copyOf(addresses);
        prefixes = List.copyOf(prefixes);
    }

    /** One that is alone in its networks. */
    public NetworkDevice(String name, int index, MacAddress mac, List<IpAddress> addresses) {
        this(
                name,
                index,
                mac,
                addresses,
                addresses.stream().map(address -> address.isFour() ? 32 : 128).toList());
    }

    /**
     * Looks at an interface.
     *
     * @throws IOException when there is none of that name, it is down, or it is none of Ethernet; says what there is
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
        return new NetworkDevice(
                name,
                found.getIndex(),
                MacAddress.of(mac),
                found.getInterfaceAddresses().stream()
                        .map(own -> IpAddress.of(own.getAddress()))
                        .toList(),
                found.getInterfaceAddresses().stream()
                        .map(own -> (int) own.getNetworkPrefixLength())
                        .toList());
    }

    /**
     * What of it is another by now: whether it is there, which it is, its hardware address. An empty text if all is as it was, or
     * cannot be found out. Whether it is up, and which addresses it has, may change.
     */
    public String change() {
        NetworkInterface found;
        byte @Nullable [] now;
        try {
            found = NetworkInterface.getByName(name);
            now = found == null ? null : found.getHardwareAddress();
        } catch (SocketException e) {
            // Asked again; who cannot ask does not know.
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
     * Its address to ask another with, who may only answer one of a network of its own: of IPv6 one of the segment alone, which all
     * have, otherwise one of the same network if there is one. {@link IpAddress#NONE} if it has none of that family.
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

    /** Its first address of IPv4 by its 32 bits; 0 if it has none. */
    public int four() {
        return addresses.stream()
                .filter(IpAddress::isFour)
                .mapToInt(IpAddress::bits)
                .findFirst()
                .orElse(0);
    }
}
