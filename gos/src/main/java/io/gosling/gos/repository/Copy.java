package io.gosling.gos.repository;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of an object in the memory of a node that is not its home. Immutable.
 *
 * @param since the number of the purge as of which the home gave them
 * @param endsNanos when they end by this node's ticker; meaningless unless {@code ends}
 */
record Copy(ObjectKey key, long version, List<String> tags, byte[] bytes, long since, boolean ends, long endsNanos) {
    /** Before all purges: the home is to be asked whatever has been purged or not. */
    static final long DOUBTED = -1;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** @param lifeMillis 0 for ever */
    static Copy of(
            ObjectKey key, long version, List<String> tags, byte[] bytes, long since, long lifeMillis, long nowNanos) {
        return new Copy(key, version, tags, bytes, since, lifeMillis != 0, nowNanos + lifeMillis * NANOS_PER_MILLI);
    }

    boolean isOver(long nowNanos) {
        return ends && nowNanos - endsNanos >= 0;
    }

    /** What is left of its life, at least 1 ms; 0 for ever. */
    long lifeMillis(long nowNanos) {
        return ends ? Math.max(1, (endsNanos - nowNanos) / NANOS_PER_MILLI) : 0;
    }

    Copy confirmed(long number) {
        return new Copy(key, version, tags, bytes, number, ends, endsNanos);
    }

    GetResult.Found found(long nowNanos) {
        @Nullable Duration life = ends ? Duration.ofMillis(lifeMillis(nowNanos)) : null;
        return new GetResult.Found(version, new Content(bytes, tags, life));
    }

    int size() {
        return ObjectEntry.size(key, tags, bytes.length);
    }
}
