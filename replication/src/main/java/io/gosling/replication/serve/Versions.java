package io.gosling.replication.serve;

import io.gosling.document.Stamp;
import io.gosling.replication.plan.Consistency;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of this home for the states of its documents: a later state has a higher one, whatever the clock says. They
 * begin with the file's time, so that they are the same after a restart. For many threads.
 */
final class Versions {
    private static final long MILLI = 1_000_000;

    private final Map<String, Numbered> known = new ConcurrentHashMap<>();

    /** What the number is of, without the tag of a file that had just been written: that one has it, and loses it. */
    private record Numbered(long size, long modifiedNanos, String identity, long version) {
        static Numbered of(Stamp stamp, long last) {
            long version = Consistency.nextVersion(last, Math.max(0, stamp.modifiedNanos() / MILLI));
            return new Numbered(stamp.size(), stamp.modifiedNanos(), stamp.identity(), version);
        }

        boolean isOf(Stamp stamp) {
            return size == stamp.size() && modifiedNanos == stamp.modifiedNanos() && identity.equals(stamp.identity());
        }
    }

    /** The number for this state; a new one if the document was in another. */
    long of(String path, Stamp stamp) {
        return known.compute(
                        path,
                        (key, before) -> before != null && before.isOf(stamp)
                                ? before
                                : Numbered.of(stamp, before == null ? 0 : before.version()))
                .version();
    }

    /**
     * A new number for a document that has changed, even where that shows in its bytes alone; one number too many does no
     * harm.
     *
     * @param stamp null where it has gone
     */
    long changed(String path, @Nullable Stamp stamp) {
        if (stamp == null) {
            return last(path) + 1;
        }
        return known.compute(path, (key, before) -> Numbered.of(stamp, before == null ? 0 : before.version()))
                .version();
    }

    /** The last number that was given; 0 where there is none. */
    long last(String path) {
        Numbered numbered = known.get(path);
        return numbered == null ? 0 : numbered.version();
    }

    /** Forgets what is no more. */
    void retain(Set<String> paths) {
        known.keySet().retainAll(paths);
    }
}
