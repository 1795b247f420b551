package io.gosling.dispatcher.packet;

/**
 * Whether back-ends see the cluster address in place of their clients (RFC 2391, LS-NAPT), each client as a port of it.
 *
 * @param first the first of those ports, 1024 to 65 535; 0 where clients stay as they are
 * @param last the last one, not below the first; 0 as well
 */
public record PortTranslation(int first, int last) {
    /** Back-ends see their clients. */
    public static final PortTranslation NONE = new PortTranslation(0, 0);

    private static final int LEAST = 1024;

    /** Refuses what is out of bounds. */
    public PortTranslation {
        boolean none = first == 0 && last == 0;
        if (!none && (first < LEAST || last > 0xFFFF || first > last)) {
            throw new IllegalArgumentException(
                    "ports " + first + "-" + last + " for clients; expected two of " + LEAST + " to 65535, the first the lower");
        }
    }

    /** Whether there is any. */
    public boolean isOn() {
        return first > 0;
    }

    /** How many ports there are toward each back-end. */
    public int ports() {
        return isOn() ? last - first + 1 : 0;
    }

    /** Whether it is one of them. */
    public boolean has(int port) {
        return isOn() && port >= first && port <= last;
    }
}
