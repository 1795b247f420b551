package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.merge.MergingEntry;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositorySettings;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node that was cut off brings back what it had. */
class RepositoryObjectMergePolicyTest {
    private static byte[] entry(long version, byte @Nullable [] bytes) {
        return HomeCodec.write(new HomeObjectEntry(ObjectKey.of("key"), version, 0, 0, List.of(), bytes));
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
    void whatIsMergedIsReadByThePartitionNext() {
        ObjectKey key = ObjectKey.of("key");
        RepositoryHomeState keeper =
                new RepositoryHomeState(RepositorySettings.defaults(), CopyCoherence.none(), () -> 1);
        keeper.reads()
                .put(
                        new HomeObjectEntry(key, 1, 0, 0, List.of(), new byte[0]),
                        ByteBuffer.wrap(new byte[0]),
                        () -> true);
        assertNotNull(keeper.reads().read(key, 0, 1));
        var policy = new RepositoryObjectMergePolicy();
        policy.setHazelcastInstance(proxy(
                HazelcastInstance.class,
                Map.of("getUserContext", new ConcurrentHashMap<>(Map.of(RepositoryHomeState.CONTEXT, keeper)))));
        policy.merge(
                RepositoryObjectMergePolicyTest.<MergingEntry<UUID, byte[]>>proxy(
                        MergingEntry.class, Map.of("getKey", key.hash(), "getValue", entry(2, null))),
                null);
        assertNull(keeper.reads().read(key, 0, 1));
    }

    @SuppressWarnings("unchecked")
    private static <T> T proxy(Class<? super T> type, Map<String, Object> results) {
        return (T) Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> results.get(method.getName()));
    }

    @Test
    void whatOneHalfKnowsAloneStays() {
        byte[] put = entry(1, new byte[] {1});
        assertArrayEquals(put, RepositoryObjectMergePolicy.merge(put, null));
        assertArrayEquals(put, RepositoryObjectMergePolicy.merge(new byte[] {9}, put));
    }
}
