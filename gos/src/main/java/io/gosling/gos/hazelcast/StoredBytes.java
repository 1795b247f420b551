package io.gosling.gos.hazelcast;

import com.hazelcast.internal.serialization.impl.HeapData;
import com.hazelcast.map.impl.LazyMapEntry;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A packed {@link HomeObjectEntry} where the map has it: within the array of the record, which Hazelcast replaces and
 * never changes. Where another version of Hazelcast stores it otherwise, a copy.
 */
record StoredBytes(byte[] array, int from, boolean isShared) {
    /** Hazelcast's header and the length of the array. */
    private static final int PREFIX = HeapData.DATA_OFFSET + Integer.BYTES;

    /** The value of an entry; null where it has none. */
    static @Nullable StoredBytes of(Map.Entry<UUID, byte[]> entry) {
        StoredBytes shared = shared(entry);
        if (shared != null) {
            return shared;
        }
        byte[] copy = entry.getValue();
        return copy == null ? null : new StoredBytes(copy, 0, false);
    }

    private static @Nullable StoredBytes shared(Map.Entry<UUID, byte[]> entry) {
        if (!(entry instanceof LazyMapEntry<UUID, byte[]> lazy
                && lazy.getByPrioritizingDataValue() instanceof HeapData data)) {
            return null;
        }
        byte[] array = data.toByteArray();
        boolean fits =
                array.length >= PREFIX && ByteBuffer.wrap(array).getInt(HeapData.DATA_OFFSET) == array.length - PREFIX;
        return fits ? new StoredBytes(array, PREFIX, true) : null;
    }

    HomeObjectEntry head() throws IOException {
        return HomeCodec.readHead(array, from, array.length - from);
    }

    /** The object's bytes, which are not copied. */
    ByteBuffer bytes(HomeObjectEntry head) {
        int at = from + HomeCodec.length(head.key(), head.tags(), 0);
        return ByteBuffer.wrap(array, at, array.length - at).slice();
    }
}
