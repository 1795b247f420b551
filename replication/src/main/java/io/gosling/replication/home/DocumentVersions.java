package io.gosling.replication.home;

import io.gosling.document.FileStamp;
import io.gosling.replication.plan.CopyConsistencySettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of this home for the states of its documents: a later state has a higher one in any case. They begin with
 * the file's time, so that they are the same after a restart. {@link #changed} and {@link #retain} are of one thread,
 * all else of many.
 */
public final class DocumentVersions {
    private static final long MILLI = 1_000_000;
    /** Number of deleted documents whose numbers are kept one by one. */
    private static final int GONE = 100_000;

    private final Map<String, Numbered> known = new ConcurrentHashMap<>();
    /** The last numbers of deleted documents, for documents that come back. */
    private final Map<String, Long> gone = new ConcurrentHashMap<>();
    /** Greater than the numbers of all other deleted documents. */
    private volatile long floor;

    /** A state of a document with its number, without a recent file's tag. */
    private record Numbered(long size, long modifiedNanos, String identity, long version) {
        static Numbered of(FileStamp stamp, long last) {
            long version = CopyConsistencySettings.nextVersion(last, Math.max(0, stamp.modifiedNanos() / MILLI));
            return new Numbered(stamp.size(), stamp.modifiedNanos(), stamp.identity(), version);
        }

        boolean isOf(FileStamp stamp) {
            return size == stamp.size() && modifiedNanos == stamp.modifiedNanos() && identity.equals(stamp.identity());
        }
    }

    /** The number for this state; a new one if the document was in another. */
    public long of(String path, FileStamp stamp) {
        return known.compute(
                        path, (key, before) -> before != null && before.isOf(stamp) ? before : next(key, before, stamp))
                .version();
    }

    private Numbered next(String path, @Nullable Numbered before, FileStamp stamp) {
        return Numbered.of(stamp, before == null ? gone.getOrDefault(path, floor) : before.version());
    }

    /** Assigns a new number to a changed document; {@code stamp} is null if it was deleted. */
    long changed(String path, @Nullable FileStamp stamp) {
        if (stamp == null) {
            long next = last(path) + 1;
            left(path, next);
            return next;
        }
        return known.compute(path, (key, before) -> next(key, before, stamp)).version();
    }

    private void left(String path, long version) {
        if (gone.size() >= GONE) {
            floor = Math.max(
                    floor, gone.values().stream().mapToLong(last -> last).max().orElse(0));
            gone.clear();
        }
        gone.merge(path, version, Math::max);
        known.remove(path);
    }

    /** The last number of a document; 0 if it has none. */
    public long last(String path) {
        Numbered numbered = known.get(path);
        return numbered == null ? 0 : numbered.version();
    }

    /** Drops the states of documents that no longer exist. */
    void retain(Set<String> paths) {
        known.forEach((path, numbered) -> {
            if (!paths.contains(path)) {
                left(path, numbered.version());
            }
        });
    }
}
