package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import java.util.HashSet;
import java.util.List;

/**
 * The members of the quorum, which grant leases and decide purges: 1, 3 or 5 names, the same in every node's
 * configuration. A quorum is counted among these names and never among the nodes that are visible at present: two
 * quorums always have a member in common, however the network is partitioned.
 *
 * @param names in order; the first one starts the first epoch
 */
public record Quorum(List<String> names) {
    /** @throws IllegalArgumentException when there are not 1, 3 or 5 different names */
    public Quorum {
        names = List.copyOf(names);
        names.forEach(NodeIncarnation::requireName);
        if (names.size() % 2 == 0 || names.size() > 5) {
            throw new IllegalArgumentException(names.size() + " voters " + names
                    + "; expected 1, 3 or 5: an even number survives no more failures than one voter less");
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("voters " + names + "; expected each name once");
        }
    }

    /** The size of a quorum: 1 of 1, 2 of 3, 3 of 5. */
    public int quorum() {
        return names.size() / 2 + 1;
    }

    public boolean contains(String node) {
        return names.contains(node);
    }

    /** The member that begins an epoch when a quorum remembers nothing. */
    public String first() {
        return names.getFirst();
    }
}
