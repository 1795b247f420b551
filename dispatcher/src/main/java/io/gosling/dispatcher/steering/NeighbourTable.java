package io.gosling.dispatcher.steering;

import java.util.HashMap;
import java.util.Map;

/** Hardware addresses of hosts on a segment, as the system knows them. Pure. */
final class NeighbourTable {
    private static final int COMPLETE = 2;

    private NeighbourTable() {}

    /** Reads {@code /proc/net/arp}: 48 bits by IPv4 address, of this interface. */
    static Map<String, Long> parse(String text, String device) {
        Map<String, Long> known = new HashMap<>();
        for (String line : text.lines().skip(1).toList()) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 6 && words[5].equals(device) && (Integer.decode(words[2]) & COMPLETE) != 0) {
                known.put(words[0], Long.parseLong(words[3].replace(":", ""), 16));
            }
        }
        return known;
    }
}
