package io.gosling.purge;

import io.gosling.purge.PurgeRound.Ballot;
import io.gosling.purge.message.Incarnation;
import java.util.function.Predicate;

/**
 * The decisions on which the guarantee rests, one short method each. Pure: times are nanoseconds of this node's monotonic
 * clock, and no method keeps anything. Tests break them one by one and see stale bytes served.
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
     * Until when a voter's grant is good: counted from the asking, which came before the voter looked at its clock. A
     * grant that was long on its way is over when it arrives.
     */
    long leaseUntil(long asked, long received) {
        return asked + settings.lease().toNanos();
    }

    /** Whether a node that asked a voter then may still hold a lease by that. */
    boolean isLessee(long asked, long now) {
        return now - asked <= leaseOver;
    }

    /** Whether a voter that has been voting since then knows everybody who may hold a lease from it. */
    boolean knowsLessees(long votingSince, long now) {
        return now - votingSince > leaseOver;
    }

    /**
     * Whether a voter that remembers nothing since then must still be silent: a purge may be counting what it said when it
     * remembered. Afterwards that purge is complete or given up, and it learns what became of it from the others.
     */
    boolean isSilent(long blankSince, long asked) {
        return asked - blankSince <= driveOver;
    }

    /** From how many others a voter that remembers nothing learns: as many as meet any quorum that it was part of. */
    int teachers(Quorum voters) {
        return voters.quorum();
    }

    /**
     * Whether a voter's answer counts for a purge: nobody can serve what was purged by a lease of this voter, because all
     * whom it named have done the purge, or because all that it had given before are over.
     */
    boolean counts(Ballot ballot, Predicate<Incarnation> done, long now) {
        return ballot.lessees().map(named -> named.stream().allMatch(done)).orElse(false)
                || now - ballot.received() > leaseOver;
    }

    /** Whether a purge that was numbered then may still be completed; what voters forget and learn relies on its end. */
    boolean isInTime(long numbered, long now) {
        return now - numbered < settings.deadline().toNanos();
    }
}
