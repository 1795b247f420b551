package io.gosling.gos.repository;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of an object in the memory of a node that is not its home. Immutable.
 *
 * @param since the number of the purge as of which the home gave them
 * @param askedNanos time of the question to the home that gave or confirmed them, by this node's ticker
 * @param endsNanos end of their lifetime by this node's ticker; meaningless unless {@code ends}
 */
record CachedObject(
        ObjectKey key,
        long version,
        List<String> tags,
        byte[] bytes,
        long since,
        long askedNanos,
        boolean ends,
        long endsNanos) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Creates a copy whose life counts from {@code askedNanos}; 0 for ever. */
    static CachedObject of(
            ObjectKey key,
            long version,
            List<String> tags,
            byte[] bytes,
            long since,
            long askedNanos,
            long lifeMillis) {
        // Bounds the lifetime, which a home whose clock was set back overstates.
        long life = Math.min(lifeMillis, StoredContent.LONGEST_LIFE.toMillis());
        return new CachedObject(
                key, version, tags, bytes, since, askedNanos, life != 0, askedNanos + life * NANOS_PER_MILLI);
    }

    boolean isYoung(long nowNanos, Duration age) {
        return nowNanos - askedNanos < age.toNanos();
    }

    boolean isOver(long nowNanos) {
        return ends && nowNanos - endsNanos >= 0;
    }

    /** Returns the copy as of a later answer. */
    CachedObject confirmed(long number, long asked) {
        return new CachedObject(key, version, tags, bytes, number, asked, ends, endsNanos);
    }

    GetResult.Found found(long nowNanos) {
        @Nullable
        Duration life = ends ? Duration.ofMillis(Math.max(1, (endsNanos - nowNanos) / NANOS_PER_MILLI)) : null;
        return new GetResult.Found(version, new StoredContent(bytes, tags, life));
    }

    int size() {
        return HomeObjectEntry.size(key, tags, bytes.length);
    }
}
