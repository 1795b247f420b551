package io.gosling.node.doctor;

import java.util.Set;
import java.util.stream.Collectors;

/** The capabilities of Linux that some configuration needs, with their numbers. */
enum Capability {
    NET_BIND_SERVICE(10),
    NET_ADMIN(12),
    NET_RAW(13);

    private final int number;

    Capability(int number) {
        this.number = number;
    }

    /** @param status the text of {@code /proc/self/status} */
    boolean isEffective(String status) {
        return (Long.parseUnsignedLong(field(status, "CapEff:"), 16) >>> number & 1) == 1;
    }

    static boolean isRoot(String status) {
        return field(status, "Uid:").startsWith("0");
    }

    private static String field(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse("0");
    }

    static String names(Set<Capability> some) {
        return some.stream().map(one -> "CAP_" + one.name()).collect(Collectors.joining(" "));
    }
}
