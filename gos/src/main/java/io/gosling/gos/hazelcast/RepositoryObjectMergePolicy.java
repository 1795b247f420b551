package io.gosling.gos.hazelcast;

import com.hazelcast.spi.merge.MergingEntry;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Merges the objects of two halves of a cluster after a split: of an object that both have, the higher version of bytes
 * stays, a removal being one, with the highest version that was promised to a writer on either side. An object that
 * only one half knows stays, since an expired tombstone looks like a put on one side.
 */
final class RepositoryObjectMergePolicy
        implements SplitBrainMergePolicy<byte[], MergingEntry<UUID, byte[]>, byte[]>, HazelcastClassRegistry.Numbered {
    @Override
    public byte @Nullable [] merge(MergingEntry<UUID, byte[]> merging, @Nullable MergingEntry<UUID, byte[]> existing) {
        return merge(merging.getValue(), existing == null ? null : existing.getValue());
    }

    static byte @Nullable [] merge(byte @Nullable [] theirs, byte @Nullable [] ours) {
        HomeObjectEntry one = head(theirs);
        HomeObjectEntry other = head(ours);
        if (theirs == null || ours == null || one == null || other == null) {
            return one == null && ours != null ? ours : theirs;
        }
        return one.version() > other.version() ? kept(theirs, one, other) : kept(ours, other, one);
    }

    private static byte[] kept(byte[] packed, HomeObjectEntry last, HomeObjectEntry lost) {
        if (!lost.key().equals(last.key()) || lost.promised() <= last.promised()) {
            return packed;
        }
        try {
            return HomeCodec.write(HomeCodec.readEntry(packed).promisedAs(lost));
        } catch (IOException e) {
            return packed;
        }
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
