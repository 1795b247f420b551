package io.gosling.bench.compare;

import io.gosling.bench.experiment.Experiment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A forwarding mode: the way in which a client's request reaches the node that answers it. */
enum ForwardingModeCase implements Experiment.Case {
    /** Clients connect to the nodes of one cluster directly, each to its own. */
    COOPERATING,
    /** Every byte passes the front-end. */
    PROXY,
    /** The front-end sends the client to a node. */
    REDIRECT,
    /** The front-end gives the connection to a process on its host. */
    HANDOFF_LOCAL,
    /** The front-end gives the connection to another host. */
    HANDOFF,
    /** The clients' packets pass a dispatcher, the nodes' do not. */
    LSMAC,
    /** All packets pass a dispatcher. */
    LSNAT,
    /** Clients connect to the servers directly: pages link to other servers of the replica set. */
    REPLICATION;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(ForwardingModeCase::label).toList();
    }

    /** Returns whether a process stands before the nodes, whose CPU time is known. */
    boolean hasFrontEnd() {
        return this != COOPERATING && this != REPLICATION;
    }

    boolean isPackets() {
        return this == LSMAC || this == LSNAT;
    }

    boolean handsOver() {
        return this == HANDOFF_LOCAL || this == HANDOFF;
    }

    /** Returns whether nodes are on hosts of their own, which loopback has none of. */
    boolean wantsHosts() {
        return this == HANDOFF || isPackets();
    }

    /** Returns whether the requested documents have to be pages: others have no links to choose. */
    boolean wantsPages() {
        return this == REPLICATION;
    }
}
