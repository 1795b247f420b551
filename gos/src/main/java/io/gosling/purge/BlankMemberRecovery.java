package io.gosling.purge;

import java.util.HashMap;
import java.util.Map;

/**
 * Tracks what a quorum member without memory has to learn before it votes: everything known to enough other members to
 * meet any quorum it was part of, reported after everything that counted on its memory is over. Belongs to the owner
 * of {@link PurgeParticipant}.
 */
final class BlankMemberRecovery {
    private final PurgeContext context;
    private final Map<String, Long> teachers = new HashMap<>();
    private long since;
    private long highest;
    /** The last epoch in which this process voted. */
    private long last;

    BlankMemberRecovery(PurgeContext context, long now) {
        this.context = context;
        this.since = now;
    }

    void begin(long now) {
        since = now;
        teachers.clear();
    }

    void over(long epoch) {
        last = epoch;
        heard(epoch);
    }

    void heard(long epoch) {
        highest = Math.max(highest, epoch);
    }

    long highest() {
        return highest;
    }

    void learnt(String voter, long epoch, long asked) {
        if (!voter.equals(context.self()) && !context.rules().isSilent(since, asked)) {
            teachers.put(voter, epoch);
        }
    }

    boolean isOver(long epoch) {
        long told = teachers.values().stream().filter(taught -> taught == epoch).count();
        return told >= context.rules().teachers(context.voters());
    }

    /** True if an invitation is to be followed: not into an epoch that is over or was left. */
    boolean mayEnter(long epoch) {
        return epoch >= highest && epoch > last;
    }
}
