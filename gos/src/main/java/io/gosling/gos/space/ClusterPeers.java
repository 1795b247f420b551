package io.gosling.gos.space;

import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.GlobalObjectTable;

/**
 * The rest of the cluster as one node sees it. Table and peers change when the node joins or leaves, so nobody keeps
 * them. Any thread; volatile references.
 */
public final class ClusterPeers {
    private final MessageRecipients book;
    private final PeerLoads loads;
    private volatile GlobalObjectTable table;
    private volatile Peers peers;

    public ClusterPeers(GlobalObjectTable table, Peers peers, MessageRecipients book, PeerLoads loads) {
        this.table = table;
        this.peers = peers;
        this.book = book;
        this.loads = loads;
    }

    public void use(GlobalObjectTable other) {
        table = other;
    }

    public void use(Peers others) {
        peers = others;
    }

    public GlobalObjectTable table() {
        return table;
    }

    public Peers peers() {
        return peers;
    }

    public MessageRecipients book() {
        return book;
    }

    public PeerLoads loads() {
        return loads;
    }
}
