package io.gosling.purge;

import io.gosling.purge.message.Incarnation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The first voter's office: when a quorum of voters remembers nothing, as when a cluster starts for the first time, it
 * begins a new lineage and invites exactly the processes that said so. A voter that remembers is never asked to forget:
 * it hears of the new lineage and leaves its own.
 *
 * <p>Beginning one is always safe. It counts with a quorum, which has a voter in common with every quorum of former
 * lineages, and nodes that get a lease of another lineage than their last have all their copies confirmed. Belongs to the
 * owner of {@link PurgeParticipant}.
 */
final class FirstMember {
    /** Lineages of one millisecond that can be told from each other: a disk that is lost again at once. */
    private static final int DRAWS = 1 << 16;

    private record Said(Incarnation voter, long asked) {}

    private final Quorum voters;
    private final QuorumRules rules;
    private final LongSupplier wallMillis;
    private final RandomGenerator random;
    private final Map<String, Said> blanks = new HashMap<>();
    private final Set<Incarnation> invited = new TreeSet<>();

    /** @param wallMillis milliseconds since 1970; only their order matters, and only when everybody has forgotten */
    FirstMember(Quorum voters, QuorumRules rules, LongSupplier wallMillis, RandomGenerator random) {
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

    /** Whether a quorum of voters has said lately that it remembers nothing. */
    boolean isNeeded(long now) {
        blanks.values()
                .removeIf(said -> now - said.asked() > rules.settings().lease().toNanos());
        return blanks.size() >= voters.quorum();
    }

    /** A lineage later than all that were heard of. Those that said blank are invited. */
    long found(long highest) {
        invited.clear();
        blanks.values().forEach(said -> invited.add(said.voter()));
        blanks.clear();
        return Math.max(wallMillis.getAsLong() * DRAWS, highest) + 1 + random.nextInt(DRAWS);
    }

    /** Whether this process was counted when the present lineage was begun. */
    boolean isInvited(Incarnation voter) {
        return invited.contains(voter);
    }

    Set<Incarnation> invited() {
        return invited;
    }
}
