package io.gosling.purge;

import io.gosling.purge.PurgeRound.Ballot;
import io.gosling.purge.message.NodeIncarnation;
import java.util.function.Predicate;

/**
 * The decisions on which the guarantee rests, one short method each. Pure: times are nanoseconds of this node's
 * monotonic clock, and no method keeps anything. Tests break them one by one and see stale bytes served.
 */
class QuorumRules {
    final PurgeSettings settings;

    QuorumRules(PurgeSettings settings) {
        this.settings = settings;
    }

    /** The end of a grant's validity, counted from the request, before the member read its version vector. */
    long leaseUntil(long asked, long received) {
        return asked + settings.lease().toNanos();
    }

    /** Returns true if a node that asked a member at a moment may still hold a lease from it. */
    boolean isLessee(long asked, long now) {
        return now - asked <= settings.leaseOver().toNanos();
    }

    /** Returns true if a member that has been voting since a moment knows all nodes that may hold a lease from it. */
    boolean knowsLessees(long votingSince, long now) {
        return now - votingSince > settings.leaseOver().toNanos();
    }

    /** Returns true while a member without memory must be silent, since a purge may count a vote from before. */
    boolean isSilent(long blankSince, long asked) {
        return asked - blankSince <= settings.driveOver().toNanos();
    }

    /** The number of members to learn from: as many as meet any quorum. */
    int teachers(Quorum voters) {
        return voters.quorum();
    }

    /**
     * Returns true if a member's answer counts: all lessees that it named have applied the purge, or all its earlier
     * leases have expired.
     */
    boolean counts(Ballot ballot, Predicate<NodeIncarnation> done, long now) {
        return ballot.lessees().map(named -> named.stream().allMatch(done)).orElse(false)
                || now - ballot.received() > settings.leaseOver().toNanos();
    }

    /** Returns true if a purge may still be completed; forgetting and learning rely on its end. */
    boolean isInTime(long numbered, long now) {
        return now - numbered < settings.deadline().toNanos();
    }
}
