package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transition of a directory entry, run by the entry's owner and, where it says so, again by the keeper of its
 * backup. Everything that it depends on travels with it, so both reach entries that agree but for counts and the fetch
 * leader; run twice, it changes nothing more.
 *
 * @see GlobalObjectEntry the transitions themselves
 */
abstract class EntryTransition
        implements EntryProcessor<String, byte[], byte @Nullable []>, IdentifiedDataSerializable {
    private static final long serialVersionUID = 1;

    /** Returns the next entry; null for none. An empty entry is removed. */
    abstract @Nullable GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row);

    @Override
    public final byte @Nullable [] process(Map.Entry<String, byte[]> entry) {
        GlobalObjectEntry row = GlobalObjectEntryCodec.unpack(entry.getValue());
        GlobalObjectEntry next = next(entry.getKey(), row);
        if (next == null) {
            return null;
        }
        byte[] packed = GlobalObjectEntryCodec.pack(next);
        if (!next.equals(row)) {
            entry.setValue(next.equals(GlobalObjectEntry.empty()) ? null : packed);
        }
        return answer(row, packed);
    }

    /** The result for the caller: the new entry, unless a transition returns more. */
    byte @Nullable [] answer(@Nullable GlobalObjectEntry before, byte[] after) {
        return after;
    }

    @Override
    public final int getFactoryId() {
        return GotSerialization.FACTORY;
    }
}
