package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges the objects of two halves of a cluster after a split: of an object that both have, the higher version stays, a
 * removal being one. An object that only one half knows stays, since an expired tombstone looks like a put on one side.
 */
final class RepositoryObjectMergePolicy
        implements SplitBrainMergePolicy<byte[], MergingEntry<UUID, byte[]>, byte[]>,
                HazelcastClassRegistry.Numbered,
                HazelcastInstanceAware {
    private @Nullable RepositoryHomeState keeper;

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        keeper = RepositoryHomeState.of(instance);
    }

    /** On the partition's thread, before the result is stored. */
    @Override
    public byte @Nullable [] merge(MergingEntry<UUID, byte[]> merging, @Nullable MergingEntry<UUID, byte[]> existing) {
        if (keeper != null) {
            keeper.reads().changing(merging.getKey(), false);
        }
        return merge(merging.getValue(), existing == null ? null : existing.getValue());
    }

    static byte @Nullable [] merge(byte @Nullable [] theirs, byte @Nullable [] ours) {
        HomeObjectEntry one = head(theirs);
        HomeObjectEntry other = head(ours);
        if (one == null || other == null) {
            return one == null && ours != null ? ours : theirs;
        }
        return one.version() > other.version() ? theirs : ours;
    }

    private static @Nullable HomeObjectEntry head(byte @Nullable [] packed) {
        try {
            return packed == null ? null : HomeCodec.readHead(packed);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public int getClassId() {
        return HazelcastClassRegistry.OBJECT_MERGE;
    }
}
