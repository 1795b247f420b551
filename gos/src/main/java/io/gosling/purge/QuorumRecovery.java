package io.gosling.purge;

import java.util.HashMap;
import java.util.Map;

/**
 * What a voter without memory has to hear before it votes: all that is known to as many others as meet any quorum it was
 * part of, told after everything that counted on its memory is over. Belongs to the owner of {@link PurgeParticipant}.
 */
final class QuorumRecovery {
    private final String self;
    private final Quorum voters;
    private final QuorumRules rules;
    private final Map<String, Long> teachers = new HashMap<>();
    private long since;
    private long highest;
    /** The last lineage that this process voted in. */
    private long last;

    QuorumRecovery(String self, Quorum voters, QuorumRules rules, long now) {
        this.self = self;
        this.voters = voters;
        this.rules = rules;
        this.since = now;
    }

    void begin(long now) {
        since = now;
        teachers.clear();
    }

    void over(long lineage) {
        last = lineage;
        heard(lineage);
    }

    void heard(long lineage) {
        highest = Math.max(highest, lineage);
    }

    /** The latest lineage heard of, 0 for none. */
    long highest() {
        return highest;
    }

    /** Everything is known here that a voter of this lineage knew when it was asked. */
    void learnt(String voter, long lineage, long asked) {
        if (!voter.equals(self) && !rules.isSilent(since, asked)) {
            teachers.put(voter, lineage);
        }
    }

    /** Whether enough others have told, all of this lineage. */
    boolean isOver(long lineage) {
        long told =
                teachers.values().stream().filter(taught -> taught == lineage).count();
        return told >= rules.teachers(voters);
    }

    /** Whether an invitation is to be followed: not into a lineage that is over, nor into one that was left. */
    boolean mayEnter(long lineage) {
        return lineage >= highest && lineage > last;
    }
}
