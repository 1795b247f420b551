package io.gosling.dispatcher.settings;

import io.gosling.settings.SettingType;

/** The forwarding modes: the ways in which a request reaches its back-end. The one list that every command reads. */
public enum ForwardingMode {
    PROXY("requests", "-", "the request and its answer pass through the front-end"),
    REDIRECT(
            "requests",
            "a public-url of each node",
            "a GET or HEAD is answered 307 with the node's own name; others pass through"),
    HANDOFF_LOCAL(
            "first-requests",
            "nodes on this host, handoff.directory",
            "the connection itself goes to the node's process, which answers the client"),
    HANDOFF(
            "first-requests",
            "Linux, root, nodes on the same segment, handoff.port, secret-file",
            "the connection itself goes to the node's host, and the client's packets after it"),
    LSMAC(
            "connections",
            "Linux, root, --vip, --interface",
            "a client's packets go to a back-end that has the vip too, which answers past this host"),
    LSNAT(
            "connections",
            "Linux, root, --vip, --interface, --backend",
            "a client's packets get a back-end's address, and its answers, which pass here, the vip");

    private final String sees;
    private final String needs;
    private final String summary;

    ForwardingMode(String sees, String needs, String summary) {
        this.sees = sees;
        this.needs = needs;
        this.summary = summary;
    }

    public String label() {
        return SettingType.word(this);
    }

    /**
     * Returns true if the mode works on packets ({@code io.gosling.dispatcher.packet}), and not on the connections of a
     * front-end.
     */
    public boolean isOfPackets() {
        return this == LSMAC || this == LSNAT;
    }

    public boolean seesAnswers() {
        return this == PROXY;
    }

    /** The part of a client's traffic that is seen when its back-end is chosen, in a word. */
    public String sees() {
        return sees;
    }

    /** The requirements besides back-ends, {@code -} for none. */
    public String needs() {
        return needs;
    }

    public String summary() {
        return summary;
    }
}
