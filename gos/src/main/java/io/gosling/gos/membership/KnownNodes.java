package io.gosling.gos.membership;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The known recipients of messages. A hint: a node in it may be dead, one that is missing may live. Safe for use by
 * many threads; answers at once.
 */
public interface KnownNodes {
    ClusterMember self();

    /** All members but this one, in a stable order, of those with one name the youngest first. Immutable. */
    List<ClusterMember> others();

    default @Nullable ClusterMember byTag(int tag) {
        for (ClusterMember node : others()) {
            if (node.tag() == tag) {
                return node;
            }
        }
        return null;
    }

    /** The youngest member of this name: an older one is dead, or leaving. */
    default @Nullable ClusterMember byName(String name) {
        return others().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    static KnownNodes alone(ClusterMember self) {
        return new MemberList(self);
    }
}
