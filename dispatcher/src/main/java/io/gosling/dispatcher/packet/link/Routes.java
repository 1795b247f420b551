package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The system's routes of IPv4 through one interface, to find whom to give a packet that is for another network. Pure. */
public final class Routes {
    private static final int GATEWAY_FLAG = 2;

    private final List<Route> routes = new ArrayList<>();

    private record Route(int network, int mask, int gateway) {
        boolean has(int address) {
            return (address & mask) == network;
        }

        int length() {
            return Integer.bitCount(mask);
        }
    }

    private Routes() {}

    /**
     * Reads the text of {@code /proc/net/route}; lines of other interfaces, and those that are none, count for nothing.
     *
     * @param order of the machine's bytes: addresses are written as its numbers
     */
    public static Routes parse(String text, String device, ByteOrder order) {
        Routes read = new Routes();
        for (String line : text.lines().toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length > 7 && words[0].equals(device)) {
                boolean behind = (Integer.parseInt(words[3], 16) & GATEWAY_FLAG) != 0;
                read.routes.add(new Route(
                        number(words[1], order), number(words[7], order), behind ? number(words[2], order) : 0));
            }
        }
        return read;
    }

    private static int number(String hexadecimal, ByteOrder order) {
        int number = Integer.parseUnsignedInt(hexadecimal, 16);
        return order == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(number) : number;
    }

    /** Who is to be given packets for an address: itself where it is on the segment, else a router; empty if nobody knows. */
    public Optional<IpAddress> nextHop(IpAddress address) {
        return routes.stream()
                .filter(route -> route.has(address.bits()))
                .max(Comparator.comparingInt(Route::length))
                .map(route -> route.gateway() == 0 ? address : IpAddress.four(route.gateway()));
    }
}
