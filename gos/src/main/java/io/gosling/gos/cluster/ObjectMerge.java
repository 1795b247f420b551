package io.gosling.gos.cluster;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectEntry;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Two halves of a cluster have found each other: of an object that both have, the higher version stays. */
final class ObjectMerge
        implements SplitBrainMergePolicy<byte[], MergingEntry<UUID, byte[]>, byte[]>, IdentifiedDataSerializable {
    @Override
    public byte @Nullable [] merge(MergingEntry<UUID, byte[]> merging, @Nullable MergingEntry<UUID, byte[]> existing) {
        byte[] theirs = merging.getValue();
        byte[] ours = existing == null ? null : existing.getValue();
        return ours == null || last(theirs) > last(ours) ? theirs : ours;
    }

    private static long last(byte @Nullable [] packed) {
        try {
            ObjectEntry entry = packed == null ? null : HomeCodec.readEntry(packed);
            return entry == null ? 0 : Math.max(entry.version(), entry.promised());
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public int getFactoryId() {
        return GotSerialization.FACTORY;
    }

    @Override
    public int getClassId() {
        return GotSerialization.OBJECT_MERGE;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
