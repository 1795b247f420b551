package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The system's routes through one interface, to find the next hop of packets for other networks. Pure. */
public final class InterfaceRoutes {
    private static final int UP = 1;
    private static final int GATEWAY = 2;
    private static final int REJECT = 0x200;
    /** Addresses of this host, and those that several have. */
    private static final int LOCAL = 0x8000_0000;

    private static final int ANYCAST = 0x0010_0000;
    /** The metric of the entry for no route. */
    private static final String NO_ROUTE = "ffffffff";

    private final List<Route> routes = new ArrayList<>();

    /** @param gateway {@link IpAddress#NONE} where the network is on the segment */
    private record Route(IpAddress network, int prefix, IpAddress gateway, long metric) {}

    private InterfaceRoutes() {}

    /**
     * Reads the text of {@code /proc/net/route}; lines of other interfaces, and those that are none, count for nothing.
     *
     * @param order of the machine's bytes: addresses are written as its numbers
     */
    public static InterfaceRoutes parse(String text, String device, ByteOrder order) {
        InterfaceRoutes read = new InterfaceRoutes();
        for (String line : text.lines().toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length > 7 && words[0].equals(device)) {
                boolean behind = (Integer.parseInt(words[3], 16) & GATEWAY) != 0;
                read.routes.add(new Route(
                        IpAddress.four(number(words[1], order)),
                        Integer.bitCount(number(words[7], order)),
                        behind ? IpAddress.four(number(words[2], order)) : IpAddress.NONE,
                        Long.parseLong(words[6])));
            }
        }
        return read;
    }

    private static int number(String hexadecimal, ByteOrder order) {
        int number = Integer.parseUnsignedInt(hexadecimal, 16);
        return order == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(number) : number;
    }

    /** Reads the text of {@code /proc/net/ipv6_route} in the same way. */
    public static InterfaceRoutes parseSix(String text, String device) {
        InterfaceRoutes read = new InterfaceRoutes();
        for (String line : text.lines().toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length != 10 || !words[9].equals(device)) {
                continue;
            }
            int flags = Integer.parseUnsignedInt(words[8], 16);
            if ((flags & (UP | REJECT | LOCAL | ANYCAST)) == UP) {
                read.routes.add(new Route(
                        IpAddress.six(words[0]),
                        Integer.parseInt(words[1], 16),
                        (flags & GATEWAY) != 0 ? IpAddress.six(words[4]) : IpAddress.NONE,
                        Long.parseLong(words[5], 16)));
            }
        }
        return read;
    }

    /** Returns true if any route matches an IPv6 address, unreachable routes included. */
    public static boolean leadSix(String text, IpAddress address) {
        return text.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length == 10 && !words[5].equals(NO_ROUTE))
                .anyMatch(words -> IpAddress.six(words[0]).shares(address, Integer.parseInt(words[1], 16)));
    }

    /** The next hop for an address: itself if it is on the segment, else a router; empty if there is no route. */
    public Optional<IpAddress> nextHop(IpAddress address) {
        return routes.stream()
                .filter(route -> route.network().shares(address, route.prefix()))
                .min(Comparator.comparingInt((Route route) -> -route.prefix()).thenComparingLong(Route::metric))
                .map(route -> route.gateway().equals(IpAddress.NONE) ? address : route.gateway());
    }
}
