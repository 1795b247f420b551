package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.space.TransferResult;

/** Transfers one object from the node that holds it into this node's memory, if it is worth a place. Blocks. */
@FunctionalInterface
public interface ObjectTransfer {
    TransferResult transfer(ClusterMember holder, HeldObjectSummary object);
}
