package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Applies a home's decision to an entry: there first, then at its backups. */
final class EntryUpdateProcessor implements EntryProcessor<UUID, byte[], byte[]>, HazelcastClassRegistry.Numbered {
    private static final long serialVersionUID = 1;

    /** Hazelcast counts in seconds; an object that expires in between is hidden by the entry's own time. */
    private static final long GRAIN_MILLIS = 1000;

    private byte @Nullable [] value;
    private long keepMillis;

    EntryUpdateProcessor() {
        this(null, 0);
    }

    /** Creates a transition to a value, null to remove the entry, with a lifetime, 0 for ever. */
    EntryUpdateProcessor(byte @Nullable [] value, long keepMillis) {
        this.value = value;
        this.keepMillis = keepMillis;
    }

    static EntryUpdateProcessor of(@Nullable HomeObjectEntry entry, long nowMillis) {
        return entry == null
                ? new EntryUpdateProcessor()
                : new EntryUpdateProcessor(HomeCodec.write(entry), entry.keepMillis(nowMillis));
    }

    @Override
    public byte @Nullable [] process(Map.Entry<UUID, byte[]> entry) {
        if (value == null) {
            entry.setValue(null);
        } else {
            ((ExtendedMapEntry<UUID, byte[]>) entry)
                    .setValue(value, keepMillis == 0 ? 0 : keepMillis + GRAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
        return null;
    }

    @Override
    public int getClassId() {
        return HazelcastClassRegistry.KEEP_COPY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByteArray(value);
        out.writeLong(keepMillis);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        value = in.readByteArray();
        keepMillis = in.readLong();
    }
}
