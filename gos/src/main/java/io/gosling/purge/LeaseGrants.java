package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who may hold a lease by this voter's grants. Remembered before the voter looks at its clock for the grant, and read
 * after a purge is in its log: whoever is not named here got the purge with the grant. Belongs to the owner of
 * {@link PurgeParticipant}.
 */
class LeaseGrants {
    private final QuorumRules rules;
    private final Map<Incarnation, Long> asked = new HashMap<>();

    LeaseGrants(QuorumRules rules) {
        this.rules = rules;
    }

    /** @return false when there are too many, and then it must not be granted anything */
    boolean remember(Incarnation node, long now) {
        if (!asked.containsKey(node) && asked.size() >= rules.settings().lessees()) {
            forgetOld(now);
            if (asked.size() >= rules.settings().lessees()) {
                return false;
            }
        }
        asked.put(node, now);
        return true;
    }

    /** It serves nothing any more, and said so itself. */
    void forget(Incarnation node) {
        asked.remove(node);
    }

    /** This voter begins to vote anew and knows nobody. */
    void clear() {
        asked.clear();
    }

    SortedSet<Incarnation> named(long now) {
        forgetOld(now);
        return new TreeSet<>(asked.keySet());
    }

    private void forgetOld(long now) {
        asked.values().removeIf(at -> !rules.isLessee(at, now));
    }
}
