package io.gosling.purge;

import io.gosling.purge.PurgeRound.Ballot;
import io.gosling.purge.message.Incarnation;
import java.util.function.Predicate;

/**
 * The decisions on which the guarantee rests, one short method each. Pure: times are nanoseconds of this node's
 * monotonic clock, and no method keeps anything. Tests break them one by one and see stale bytes served.
 */
class QuorumRules {
    private final PurgeSettings settings;
    private final long leaseOver;
    private final long driveOver;

    QuorumRules(PurgeSettings settings) {
        this.settings = settings;
        this.leaseOver = settings.leaseOver().toNanos();
        this.driveOver = settings.driveOver().toNanos();
    }

    PurgeSettings settings() {
        return settings;
    }

    /**
     * The end of a grant's validity: counted from the request, which came before the member read its version vector. A
     * grant that was long in transit has expired when it arrives.
     */
    long leaseUntil(long asked, long received) {
        return asked + settings.lease().toNanos();
    }

    /** Whether a node that asked a member at a moment may still hold a lease from it. */
    boolean isLessee(long asked, long now) {
        return now - asked <= leaseOver;
    }

    /** Whether a member that has been voting since a moment knows all nodes that may hold a lease from it. */
    boolean knowsLessees(long votingSince, long now) {
        return now - votingSince > leaseOver;
    }

    /**
     * Whether a member that has lost its memory must still be silent: a purge may be counting a vote from before the
     * loss. Afterwards that purge is complete or given up, and the member learns its result from the others.
     */
    boolean isSilent(long blankSince, long asked) {
        return asked - blankSince <= driveOver;
    }

    /**
     * The number of others from which a member without memory learns: as many as meet any quorum that it was part of.
     */
    int teachers(Quorum voters) {
        return voters.quorum();
    }

    /**
     * Whether a member's answer counts for a purge: no node can serve purged objects by a lease of this member,
     * because all that it named have applied the purge, or because all leases that it gave before have expired.
     */
    boolean counts(Ballot ballot, Predicate<Incarnation> done, long now) {
        return ballot.lessees().map(named -> named.stream().allMatch(done)).orElse(false)
                || now - ballot.received() > leaseOver;
    }

    /**
     * Whether a purge that was numbered at a moment may still be completed; the members' forgetting and learning rely
     * on its end.
     */
    boolean isInTime(long numbered, long now) {
        return now - numbered < settings.deadline().toNanos();
    }
}
