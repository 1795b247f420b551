package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.replacement.ReplacementPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the bounds of the copies of other nodes' objects. */
class RemoteObjectCacheTest {
    private static CachedObject copy(int number, int bytes) {
        return CachedObject.of(ObjectKey.of("key " + number), 1, List.of(), new byte[bytes], 0, 0, 0);
    }

    private static RemoteObjectCache cache(String policy, int objects) {
        return new RemoteObjectCache(RepositorySettings.defaults()
                .with(RepositorySettings.REPLACEMENT, policy)
                .with(RepositorySettings.CACHE_OBJECTS, objects)
                .with(RepositorySettings.CACHE_BYTES, 10_000L));
    }

    @Test
    void thereAreAsManyAsMayBeWhateverThePolicyAndTheirSizes() {
        for (String policy : ReplacementPolicy.names()) {
            RemoteObjectCache cache = cache(policy, 5);
            int most = 0;
            for (int i = 0; i < 200; i++) {
                CachedObject copy = copy(i % 20, i % 7 * 100);
                cache.find(copy.key(), 0);
                cache.offer(copy);
                most = Math.max(most, cache.held().copies());
                assertTrue(cache.held().copyBytes() <= 10_000, policy);
            }
            assertEquals(5, most, policy);
        }
    }

    @Test
    void ofTooManyTheOneGoesThatThePolicyNames() {
        RemoteObjectCache cache = cache("lru", 2);
        for (int i = 0; i < 2; i++) {
            cache.offer(copy(i, 10));
        }
        assertNotNull(cache.find(copy(0, 10).key(), 0));
        cache.offer(copy(2, 3000));
        assertNotNull(cache.find(copy(0, 10).key(), 0));
        assertNull(cache.find(copy(1, 10).key(), 0));
        assertNotNull(cache.find(copy(2, 10).key(), 0));
        cache.offer(copy(2, 20));
        assertEquals(2, cache.held().copies(), "one that is there takes its own place");
    }

    @Test
    void noneAreKeptWhereThereMayBeNone() {
        RemoteObjectCache cache = cache("lru", 0);
        cache.offer(copy(1, 10));
        assertEquals(0, cache.held().copies());
    }
}
