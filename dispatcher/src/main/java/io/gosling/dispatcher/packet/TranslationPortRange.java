package io.gosling.dispatcher.packet;

/**
 * The port range of address translation (RFC 2391, LS-NAPT): back-ends see the cluster address in place of their
 * clients, each client as a port of it.
 *
 * @param first the first of those ports, 1024 to 65 535; 0 for no translation
 * @param last the last one, not below the first; 0 for no translation
 */
public record TranslationPortRange(int first, int last) {
    /** Back-ends see their clients. */
    public static final TranslationPortRange NONE = new TranslationPortRange(0, 0);

    private static final int LEAST = 1024;

    public TranslationPortRange {
        boolean none = first == 0 && last == 0;
        if (!none && (first < LEAST || last > 0xFFFF || first > last)) {
            throw new IllegalArgumentException("ports " + first + "-" + last + " for clients; expected two of " + LEAST
                    + " to 65535, the first the lower");
        }
    }

    /** Reads two ports with a dash between them; throws {@code IllegalArgumentException} for another form. */
    static TranslationPortRange parse(String text) {
        if (!text.matches("[0-9]{4,5}-[0-9]{4,5}")) {
            throw new IllegalArgumentException("no range of ports: " + text);
        }
        String[] ends = text.split("-");
        return new TranslationPortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
    }

    public boolean isOn() {
        return first > 0;
    }

    public int ports() {
        return isOn() ? last - first + 1 : 0;
    }

    public boolean has(int port) {
        return isOn() && port >= first && port <= last;
    }
}
