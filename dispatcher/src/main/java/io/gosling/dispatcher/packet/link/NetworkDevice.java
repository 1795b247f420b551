package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import java.io.IOException;
import java.net.NetworkInterface;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is known of an interface of this host.
 *
 * @param index as the system counts them
 * @param addresses its own, of both families
 */
public record NetworkDevice(String name, int index, MacAddress mac, List<IpAddress> addresses) {
    /** Copies the list. */
    public NetworkDevice {
        addresses = List.copyOf(addresses);
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
                found.inetAddresses().map(IpAddress::of).toList());
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
