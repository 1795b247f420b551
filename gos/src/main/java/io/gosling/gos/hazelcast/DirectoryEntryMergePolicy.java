package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import io.gosling.gos.replacement.LfuAgingSettings;
import org.jspecify.annotations.Nullable;

/** Merges the directory entries of two halves of a cluster after a split: {@link GlobalObjectEntry#merge}. */
public final class DirectoryEntryMergePolicy
        implements SplitBrainMergePolicy<byte[], MergingEntry<String, byte[]>, byte[]>,
                HazelcastClassRegistry.Numbered,
                HazelcastInstanceAware {
    /** Under this name the instance's user context has its {@link LfuAgingSettings}. */
    public static final String AGEING = "gosling.ageing";

    private LfuAgingSettings settings = LfuAgingSettings.defaults();

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        if (instance.getUserContext().get(AGEING) instanceof LfuAgingSettings own) {
            settings = own;
        }
    }

    @Override
    public byte @Nullable [] merge(
            MergingEntry<String, byte[]> merging, @Nullable MergingEntry<String, byte[]> existing) {
        byte[] theirs = merging.getValue();
        return existing == null ? theirs : merge(theirs, existing.getValue());
    }

    byte @Nullable [] merge(byte @Nullable [] theirs, byte @Nullable [] ours) {
        GlobalObjectEntry merging = GlobalObjectEntryCodec.unpack(theirs);
        GlobalObjectEntry existing = GlobalObjectEntryCodec.unpack(ours);
        if (merging == null || existing == null) {
            return existing == null ? theirs : ours;
        }
        return GlobalObjectEntryCodec.pack(merging.merge(
                existing, new Ageing(0, settings.get(LfuAgingSettings.FACTOR), settings.get(LfuAgingSettings.CAP))));
    }

    @Override
    public int getClassId() {
        return HazelcastClassRegistry.MERGE;
    }
}
