package io.gosling.gos.space;

import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.GlobalObjectTable;

/** The rest of the cluster as one node sees it. */
public record ClusterPeers(GlobalObjectTable table, Peers peers, MessageRecipients book, PeerLoads loads) {}
