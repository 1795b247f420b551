package io.gosling.gos.purge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The newest purges that this node has applied, with their numbers: they judge a response that some node has stored
 * together with the version vector of the purges up to which it was good. Of at most {@value #MOST} purges with some
 * {@value #MOST_BYTES} bytes of names; a response from before a forgotten one counts as purged.
 *
 * <p>Safe for use by many threads; the monitor is held for one pass over the purges.
 */
public final class NumberedPurges {
    static final int MOST = 4096;
    static final int MOST_BYTES = 4 << 20;

    private record Applied(PurgeRecord record, List<PurgeTarget> targets) {}

    private final Supplier<PurgeVersionVector> claimed;

    @GuardedBy("this")
    private final Deque<Applied> newest = new ArrayDeque<>();

    @GuardedBy("this")
    private PurgeVersionVector forgotten = PurgeVersionVector.ZERO;

    @GuardedBy("this")
    private boolean doubted;

    @GuardedBy("this")
    private long bytes;

    /** @param claimed gives at least the purges that were applied or missed; asked after {@link #doubt} */
    public NumberedPurges(Supplier<PurgeVersionVector> claimed) {
        this.claimed = claimed;
    }

    /** Adds a purge, before it is applied to this node's memory. */
    public synchronized void add(PurgeRecord record, List<PurgeTarget> targets) {
        newest.add(new Applied(record, targets));
        bytes += record.purge().size();
        while (newest.size() > MOST || bytes > MOST_BYTES) {
            PurgeRecord oldest = newest.removeFirst().record();
            bytes -= oldest.purge().size();
            if (oldest.number() > forgotten.at(oldest.stream())) {
                forgotten = forgotten.with(oldest.stream(), oldest.number());
            }
        }
    }

    /** Purges may have been missed, or have meant other objects: what was stored until now counts as purged. */
    public synchronized void doubt() {
        doubted = true;
    }

    /**
     * Returns true if no purge that was applied here selects a response, softly or not.
     *
     * @param base its key without the variant
     * @param stored the purges up to which it was good
     */
    public synchronized boolean spare(String base, Set<String> tags, PurgeVersionVector stored) {
        if (doubted) {
            forgotten = claimed.get();
            newest.clear();
            bytes = 0;
            doubted = false;
        }
        return stored.covers(forgotten)
                && newest.stream()
                        .filter(purge -> purge.record().number() > stored.at(purge.record().stream()))
                        .flatMap(purge -> purge.targets().stream())
                        .noneMatch(target -> target.covers(base, tags));
    }
}
