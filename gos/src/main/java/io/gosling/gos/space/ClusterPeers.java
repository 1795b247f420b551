package io.gosling.gos.space;

import io.gosling.gos.membership.AddressBook;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.GlobalObjectTable;

/** The rest of the cluster as one node sees it. */
public record ClusterPeers(GlobalObjectTable table, Peers peers, AddressBook book, PeerLoads loads) {
    public static ClusterPeers none(Node self) {
        return new ClusterPeers(GlobalObjectTable.none(), Peers.none(), AddressBook.alone(self), new PeerLoads());
    }
}
