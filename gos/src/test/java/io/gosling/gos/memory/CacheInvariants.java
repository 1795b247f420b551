package io.gosling.gos.memory;

import java.util.Set;
import java.util.stream.Collectors;

/** Compares the counters of a cache with the objects that it holds. */
public final class CacheInvariants {
    private CacheInvariants() {}

    public static void check(LocalObjectCache cache) {
        synchronized (cache.lock) {
            long held = cache.all().stream().mapToLong(InMemoryObject::bytes).sum();
            if (held != cache.bytes || cache.bytes > cache.memoryBytes) {
                throw new AssertionError(
                        "bytes counted " + cache.bytes + ", held " + held + ", budget " + cache.memoryBytes);
            }
            for (InMemoryObject object : cache.all()) {
                if (!object.localObject().isHeld() || !object.document().tryRetain()) {
                    throw new AssertionError(object.key() + " is held and not marked so, or freed");
                }
                object.document().release();
            }
            var keys = cache.all().stream().map(InMemoryObject::key).collect(Collectors.toSet());
            Set<String> known = Set.copyOf(cache.policy.nextToGo(Integer.MAX_VALUE));
            if (!known.equals(keys)) {
                throw new AssertionError("policy knows " + known + ", held " + keys);
            }
        }
    }
}
