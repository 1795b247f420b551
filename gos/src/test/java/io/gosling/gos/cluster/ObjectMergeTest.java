package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectEntry;
import io.gosling.gos.repository.ObjectKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node that was cut off brings back what it had. */
class ObjectMergeTest {
    private static byte[] entry(long version, byte @Nullable [] bytes) {
        return HomeCodec.write(
                new ObjectEntry(ObjectKey.of("key"), version, version, version, 0, 0, 0, List.of(), bytes));
    }

    @Test
    void whatWasRemovedMeanwhileDoesNotComeBack() {
        byte[] old = entry(1, new byte[] {1});
        byte[] removed = entry(2, null);
        byte[] again = entry(3, new byte[] {3});
        assertArrayEquals(removed, ObjectMerge.merge(old, removed));
        assertArrayEquals(removed, ObjectMerge.merge(removed, old));
        assertArrayEquals(again, ObjectMerge.merge(removed, again));
        assertArrayEquals(again, ObjectMerge.merge(again, removed));
    }

    @Test
    void whatOneHalfKnowsAloneStays() {
        byte[] put = entry(1, new byte[] {1});
        assertArrayEquals(put, ObjectMerge.merge(put, null));
        assertArrayEquals(put, ObjectMerge.merge(new byte[] {9}, put));
    }
}
