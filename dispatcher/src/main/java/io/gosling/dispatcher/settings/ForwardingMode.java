package io.gosling.dispatcher.settings;

import io.gosling.settings.SettingType;

/** The forwarding modes: the ways in which a request reaches its back-end. The one list that every command reads. */
public enum ForwardingMode {
    PROXY(RoutingGranularity.REQUESTS, "-", "the request and its answer pass through the front-end"),
    REDIRECT(
            RoutingGranularity.REQUESTS,
            "a public-url of each node",
            "a GET or HEAD is answered 307 with the node's own name; others pass through"),
    HANDOFF_LOCAL(
            RoutingGranularity.FIRST_REQUESTS,
            "nodes on this host, handoff.directory",
            "the connection itself goes to the node's process, which answers the client"),
    HANDOFF(
            RoutingGranularity.FIRST_REQUESTS,
            "Linux, root, nodes on the same segment, handoff.port, secret-file",
            "the connection itself goes to the node's host, and the client's packets after it"),
    LSMAC(
            RoutingGranularity.CONNECTIONS,
            "Linux, root, --vip, --interface",
            "a client's packets go to a back-end that has the vip too, which answers past this host"),
    LSNAT(
            RoutingGranularity.CONNECTIONS,
            "Linux, root, --vip, --interface, --backend",
            "a client's packets get a back-end's address, and its answers, which pass here, the vip");

    private final RoutingGranularity sees;
    private final String needs;
    private final String summary;

    ForwardingMode(RoutingGranularity sees, String needs, String summary) {
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

    /** The part of the traffic that a policy can use. */
    public RoutingGranularity sees() {
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
