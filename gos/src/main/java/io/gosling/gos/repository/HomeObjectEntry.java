package io.gosling.gos.repository;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A home's entry for one key. Immutable. A removed object leaves an entry without bytes for a time, a tombstone, whose
 * version is above all earlier ones, which outdates copies of nodes that were cut off.
 *
 * @param born the first version of this life of the object: versions promised before a removal, or before the bytes
 *     expired, are void
 * @param version of the bytes, or of the removal; 0 while there have been none
 * @param promised the highest version promised; above {@code version} while a writer has not delivered its bytes
 * @param promiseEnds end of others' wait for these bytes, in milliseconds of the home's clock
 * @param write the number of the last write, 0 for none
 * @param ends time at which the bytes expire, in milliseconds of the home's clock; 0 for never
 */
public record HomeObjectEntry(
        ObjectKey key,
        long born,
        long version,
        long promised,
        long promiseEnds,
        long write,
        long ends,
        List<String> tags,
        byte @Nullable [] bytes) {
    private static final int OVERHEAD = 160;

    /** The lifetime of a tombstone: five minutes. */
    public static final long REMOVED_MILLIS = 300_000;

    /** The time for which promised bytes are accepted late: ten minutes. */
    private static final long LATE_MILLIS = 600_000;

    static HomeObjectEntry removed(ObjectKey key, long version, long nowMillis) {
        return new HomeObjectEntry(key, version, version, version, 0, 0, nowMillis + REMOVED_MILLIS, List.of(), null);
    }

    public boolean isRemoved() {
        return bytes == null && version > 0;
    }

    @Nullable
    HomeObjectEntry at(long nowMillis) {
        boolean over = ends != 0 && ends <= nowMillis;
        if (!over && bytes != null) {
            return this;
        }
        return promised > version && promiseEnds + LATE_MILLIS > nowMillis
                ? new HomeObjectEntry(
                        key, Math.max(born, version + 1), 0, promised, promiseEnds, write, 0, List.of(), null)
                : null;
    }

    HomeObjectEntry with(byte @Nullable [] others) {
        return new HomeObjectEntry(key, born, version, promised, promiseEnds, write, ends, tags, others);
    }

    /** The same, with the last promise of another entry. */
    public HomeObjectEntry promisedAs(HomeObjectEntry other) {
        return new HomeObjectEntry(
                key, born, version, other.promised, other.promiseEnds, other.write, ends, tags, bytes);
    }

    /** The same with the bytes of a version that was promised. */
    HomeObjectEntry flushed(HomeRequest.Flush flush, long flushedEnds) {
        return new HomeObjectEntry(
                key, born, flush.version(), promised, promiseEnds, write, flushedEnds, flush.tags(), flush.bytes());
    }

    /** Returns true if it may be evicted; tombstones and promised versions may not, and take few bytes. */
    public boolean mayGo() {
        return bytes != null && promised <= version;
    }

    /** Returns true if this version was promised in this life, and no later one has its bytes here. */
    boolean awaits(long other) {
        return other >= born && other > version && other <= promised;
    }

    /** The version that conditions are about. */
    long current(long nowMillis) {
        return promised > version && promiseEnds > nowMillis ? promised : version;
    }

    /** The time for which it is stored, in milliseconds from now; 0 for unlimited. */
    public long keepMillis(long nowMillis) {
        if (bytes != null && ends == 0) {
            return 0;
        }
        return Math.max(1, Math.max(ends, promised > version ? promiseEnds + LATE_MILLIS : 0) - nowMillis);
    }

    /** Its share of the quota, in bytes: as much as Hazelcast counts for it. */
    public int size() {
        return size(key, tags, bytes == null ? 0 : bytes.length);
    }

    static int size(ObjectKey key, List<String> tags, int bytes) {
        return OVERHEAD + HomeCodec.length(key, tags, bytes);
    }
}
