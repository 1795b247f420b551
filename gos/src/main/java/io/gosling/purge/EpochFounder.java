package io.gosling.purge;

import io.gosling.purge.message.NodeIncarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The first quorum member's role: when a quorum of members remembers nothing, as when a cluster starts for the first
 * time, it begins a new epoch and invites exactly the processes that reported to have no memory. A member that
 * remembers is never asked to forget: it learns of the new epoch and leaves its own.
 *
 * <p>Beginning one is always safe. It counts with a quorum, which has a member in common with every quorum of former
 * epochs, and nodes that get a lease of another epoch than their last have all their copies confirmed. Belongs to the
 * owner of {@link PurgeParticipant}.
 */
final class EpochFounder {
    /** The number of distinguishable epochs in one millisecond. */
    private static final int DRAWS = 1 << 16;

    private record Said(NodeIncarnation voter, long asked) {}

    private final PurgeContext context;
    private final Map<String, Said> blanks = new HashMap<>();
    Set<NodeIncarnation> invited = Set.of();

    EpochFounder(PurgeContext context) {
        this.context = context;
    }

    void saidBlank(NodeIncarnation voter, long asked) {
        blanks.merge(voter.node(), new Said(voter, asked), (old, said) -> asked - old.asked() >= 0 ? said : old);
    }

    void voted(String voter) {
        blanks.remove(voter);
    }

    boolean isNeeded(long now) {
        long lease = context.settings().lease().toNanos();
        blanks.values().removeIf(said -> now - said.asked() > lease);
        return blanks.size() >= context.voters().quorum();
    }

    /** Begins an epoch later than all known ones, and invites the blank members. */
    long found(long highest) {
        invited = blanks.values().stream().map(Said::voter).collect(Collectors.toCollection(TreeSet::new));
        blanks.clear();
        PurgeEnvironment ports = context.ports();
        return Math.max(ports.wallMillis().getAsLong() * DRAWS, highest)
                + 1
                + ports.random().nextInt(DRAWS);
    }
}
