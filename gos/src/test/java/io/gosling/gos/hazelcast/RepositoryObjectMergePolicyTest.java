package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node that was cut off brings back what it had. */
class RepositoryObjectMergePolicyTest {
    private static byte[] entry(long version, byte @Nullable [] bytes) {
        return HomeCodec.write(
                new HomeObjectEntry(ObjectKey.of("key"), version, version, version, 0, 0, 0, List.of(), bytes));
    }

    @Test
    void whatWasRemovedMeanwhileDoesNotComeBack() {
        byte[] old = entry(1, new byte[] {1});
        byte[] removed = entry(2, null);
        byte[] again = entry(3, new byte[] {3});
        assertArrayEquals(removed, RepositoryObjectMergePolicy.merge(old, removed));
        assertArrayEquals(removed, RepositoryObjectMergePolicy.merge(removed, old));
        assertArrayEquals(again, RepositoryObjectMergePolicy.merge(removed, again));
        assertArrayEquals(again, RepositoryObjectMergePolicy.merge(again, removed));
    }

    @Test
    void aPromiseOfOneHalfHidesNoBytesOfTheOther() throws IOException {
        byte[] promised = HomeCodec.write(
                new HomeObjectEntry(ObjectKey.of("key"), 1, 1, 9, 5000, 77, 0, List.of(), new byte[] {1}));
        byte[] stored = entry(5, new byte[] {5});
        for (byte[] merged : List.of(
                must(RepositoryObjectMergePolicy.merge(promised, stored)),
                must(RepositoryObjectMergePolicy.merge(stored, promised)))) {
            HomeObjectEntry both = HomeCodec.readEntry(merged);
            assertEquals(5, both.version());
            assertArrayEquals(new byte[] {5}, both.bytes());
            assertEquals(9, both.promised(), "its writer may still bring it");
            assertEquals(5000, both.promiseEnds());
            assertEquals(77, both.write());
        }
    }

    private static byte[] must(byte @Nullable [] merged) {
        return Objects.requireNonNull(merged);
    }

    @Test
    void whatOneHalfKnowsAloneStays() {
        byte[] put = entry(1, new byte[] {1});
        assertArrayEquals(put, RepositoryObjectMergePolicy.merge(put, null));
        assertArrayEquals(put, RepositoryObjectMergePolicy.merge(new byte[] {9}, put));
    }
}
