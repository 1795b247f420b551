package io.gosling.gos.repository;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A home's entry for one key. Immutable. A removed object leaves an entry without bytes for a time, a tombstone, whose
 * version is above all earlier ones, which outdates copies of nodes that were cut off.
 *
 * @param version of the bytes, or of the removal
 * @param write the number of the last write, 0 for none
 * @param ends time at which the bytes expire, in milliseconds of the home's clock; 0 for never
 */
public record HomeObjectEntry(
        ObjectKey key, long version, long write, long ends, List<String> tags, byte @Nullable [] bytes) {
    private static final int OVERHEAD = 160;

    /** The lifetime of a tombstone: five minutes. */
    public static final long REMOVED_MILLIS = 300_000;

    static HomeObjectEntry removed(ObjectKey key, long version, long write, long nowMillis) {
        return new HomeObjectEntry(key, version, write, nowMillis + REMOVED_MILLIS, List.of(), null);
    }

    public boolean isRemoved() {
        return bytes == null;
    }

    /** The entry as far as it is in force at this time: null for bytes that have expired, and for a tombstone. */
    @Nullable
    HomeObjectEntry at(long nowMillis) {
        return bytes == null || (ends != 0 && ends <= nowMillis) ? null : this;
    }

    HomeObjectEntry with(byte @Nullable [] others) {
        return new HomeObjectEntry(key, version, write, ends, tags, others);
    }

    /** The time for which it is stored, in milliseconds from now; 0 for unlimited. */
    public long keepMillis(long nowMillis) {
        return ends == 0 ? 0 : Math.max(1, ends - nowMillis);
    }

    /** Its share of the quota, in bytes: as much as Hazelcast counts for it. */
    public int size() {
        return size(key, tags, bytes == null ? 0 : bytes.length);
    }

    static int size(ObjectKey key, List<String> tags, int bytes) {
        return OVERHEAD + HomeCodec.length(key, tags, bytes);
    }
}
