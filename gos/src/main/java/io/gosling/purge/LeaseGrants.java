package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The incarnations that may hold a lease by this quorum member's grants. A grant is recorded before the member reads
 * its version vector for the grant, and the set is read after a purge is in the log: a node that is not named here
 * received the purge with its grant. Belongs to the owner of {@link PurgeParticipant}.
 */
class LeaseGrants {
    private final QuorumRules rules;
    private final Map<NodeIncarnation, Long> asked = new HashMap<>();

    LeaseGrants(QuorumRules rules) {
        this.rules = rules;
    }

    /** Returns false when there are too many, and no lease may be granted. */
    boolean remember(NodeIncarnation node, long now) {
        if (asked.size() >= rules.settings.lessees()) {
            forgetOld(now);
        }
        boolean fits = asked.containsKey(node) || asked.size() < rules.settings.lessees();
        if (fits) {
            asked.put(node, now);
        }
        return fits;
    }

    void forget(NodeIncarnation node) {
        asked.remove(node);
    }

    void clear() {
        asked.clear();
    }

    SortedSet<NodeIncarnation> named(long now) {
        forgetOld(now);
        return new TreeSet<>(asked.keySet());
    }

    private void forgetOld(long now) {
        asked.values().removeIf(at -> !rules.isLessee(at, now));
    }
}
