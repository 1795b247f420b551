package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

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

    private record Said(Incarnation voter, long asked) {}

    private final Quorum voters;
    private final QuorumRules rules;
    private final LongSupplier wallMillis;
    private final RandomGenerator random;
    private final Map<String, Said> blanks = new HashMap<>();
    final Set<Incarnation> invited = new TreeSet<>();

    EpochFounder(Quorum voters, QuorumRules rules, LongSupplier wallMillis, RandomGenerator random) {
        this.voters = voters;
        this.rules = rules;
        this.wallMillis = wallMillis;
        this.random = random;
    }

    void saidBlank(Incarnation voter, long asked) {
        Said old = blanks.get(voter.node());
        if (old == null || asked - old.asked() >= 0) {
            blanks.put(voter.node(), new Said(voter, asked));
        }
    }

    void voted(String voter) {
        blanks.remove(voter);
    }

    boolean isNeeded(long now) {
        blanks.values()
                .removeIf(said -> now - said.asked() > rules.settings.lease().toNanos());
        return blanks.size() >= voters.quorum();
    }

    /** Begins an epoch later than all known ones, and invites the blank members. */
    long found(long highest) {
        invited.clear();
        blanks.values().forEach(said -> invited.add(said.voter()));
        blanks.clear();
        return Math.max(wallMillis.getAsLong() * DRAWS, highest) + 1 + random.nextInt(DRAWS);
    }

    boolean isInvited(Incarnation voter) {
        return invited.contains(voter);
    }
}
