package io.gosling.tools.policies;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Caches of Caffeine, weighed by bytes and maintained on the calling thread; several do not know of each other. */
final class CaffeineCaches implements ModelCache {
    private final List<Cache<Integer, Integer>> caches = new ArrayList<>();
    private final SplittableRandom dealing;

    CaffeineCaches(Trace trace, int nodes, long budget, long seed) {
        this.dealing = new SplittableRandom(seed);
        for (int node = 0; node < nodes; node++) {
            caches.add(Caffeine.newBuilder()
                    .executor(Runnable::run)
                    .maximumWeight(budget / nodes)
                    .weigher((Integer key, Integer object) -> (int) Math.min(Integer.MAX_VALUE, trace.sizes()[object]))
                    .build());
        }
    }

    @Override
    public Answer ask(int object) {
        Cache<Integer, Integer> cache = caches.get(caches.size() == 1 ? 0 : dealing.nextInt(caches.size()));
        if (cache.getIfPresent(object) != null) {
            return Answer.LOCAL;
        }
        cache.put(object, object);
        return Answer.MISS;
    }
}
