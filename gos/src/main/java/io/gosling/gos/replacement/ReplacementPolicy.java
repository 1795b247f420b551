package io.gosling.gos.replacement;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides which objects stay when memory is full. Names victims and removes nothing: the caller does, and reports it.
 *
 * <p>What a policy remembers of objects that are not kept is bounded, and the bound is documented with the policy. No
 * work is deferred to a moment at which everything stops: ageing is applied to an object when it is used.
 *
 * <p>Pure: no I/O, clock or lock. Not safe for concurrent use; the cache holds the lock.
 */
public interface ReplacementPolicy {
    /**
     * The properties of an object that a policy may use.
     *
     * @param agac accesses in the whole cluster, aged to {@code epoch}
     * @param asked accesses on this node, cumulative for as long as the node remembers the object: several accesses may
     *     be reported as one, and this gives their number
     * @param elsewhere true if another node holds a copy too, as far as is known
     */
    record Figures(long bytes, double agac, int epoch, long asked, boolean elsewhere) {}

    sealed interface Decision {
        /** Keep it, after removing these. */
        record Keep(List<String> victims) implements Decision {}

        /** Do not keep it: the objects that would have to go are worth more. */
        record Refuse() implements Decision {}
    }

    /**
     * Decides on a newcomer, which was just requested and fits into the budget. The caller carries out the decision:
     * it removes the victims and keeps the newcomer, or leaves everything as it is.
     *
     * @param key of the newcomer, which is not kept
     */
    Decision offer(String key, Figures newcomer, long freeBytes);

    /**
     * Returns whether {@link #offer} would keep the newcomer. Has no effect; true where that cannot be told without
     * one.
     */
    default boolean wouldKeep(String key, Figures newcomer, long freeBytes) {
        return true;
    }

    /** The object is kept from now on; if it was kept already, with other figures. */
    void kept(String key, Figures figures);

    /** The object was requested since the last call for it; its figures may have changed. Ignored if it is not kept. */
    void touched(String key, Figures figures);

    /** The object's counts have changed, though not by an access here. Ignored if it is not kept. */
    default void recounted(String key, Figures figures) {}

    void removed(String key);

    /**
     * The keys of the objects that would be evicted first if there were no requests meanwhile, in about that order, at
     * most this many.
     */
    List<String> nextToGo(int most);

    /**
     * The policy of a name.
     *
     * @param settings of {@code lfu-aging}; the others have none
     * @throws IllegalArgumentException with the names there are
     */
    static ReplacementPolicy named(String name, LfuAgingSettings settings) {
        Function<LfuAgingSettings, ReplacementPolicy> factory = factories().get(name);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "replacement policy '" + name + "' is not known; expected one of " + String.join(", ", names()));
        }
        return factory.apply(settings);
    }

    static List<String> names() {
        return List.copyOf(factories().keySet());
    }

    private static Map<String, Function<LfuAgingSettings, ReplacementPolicy>> factories() {
        return new TreeMap<>(Map.of(
                "lfu-aging", LfuAging::new,
                "lfu", settings -> new LeastFrequentlyUsed(),
                "lru", settings -> new LeastRecentlyUsed(),
                "rnd", settings -> new RandomReplacement(1),
                "gds", settings -> new GreedyDualSize(),
                "gdsf", settings -> new GreedyDualSizeFrequency()));
    }
}
