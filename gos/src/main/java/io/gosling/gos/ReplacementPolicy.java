package io.gosling.gos;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Decides what is kept when memory is full. Names victims and removes nothing: the caller does, and says so.
 *
 * <p>Pure: no I/O, clock or lock. Not safe for concurrent use; {@link HotObjectCache} holds the lock.
 */
public interface ReplacementPolicy {
    /** What a policy may know of an object. */
    record Figures(long bytes, double agac, int epoch) {}

    /** What to do with a newcomer. */
    sealed interface Decision {
        /** Keep it, after removing these. */
        record Keep(List<String> victims) implements Decision {}

        /** Do not keep it: what would have to go is worth more. */
        record Refuse() implements Decision {}
    }

    /**
     * Decides on a newcomer.
     *
     * @param freeBytes what the budget has left
     */
    Decision offer(Figures newcomer, long freeBytes);

    /** The object is kept from now on, and was just asked for. */
    void kept(String key, Figures figures);

    /** The object was asked for since it was last mentioned; its figures may have changed. */
    void touched(String key, Figures figures);

    /** The object's counts have changed, though not by an access here. */
    void recounted(String key, Figures figures);

    /** The object is kept no longer. */
    void removed(String key);

    /** The keys of what would go first, in that order, at most this many. */
    List<String> nextToGo(int most);

    /** The keys of what is kept. */
    Collection<String> keys();

    /** LFU-Aging by AGAC, the default. */
    static ReplacementPolicy lfuAging(AgeingSettings settings) {
        return new LfuAging(settings);
    }

    /** Least recently used goes first. */
    static ReplacementPolicy lru() {
        return new LeastRecentlyUsed();
    }

    /** Greedy-Dual-Size with cost 1. */
    static ReplacementPolicy greedyDualSize() {
        return new GreedyDualSize();
    }

    /**
     * The policy of a name: {@code lfu-aging}, {@code lru} or {@code gds}.
     *
     * @throws IllegalArgumentException with the names there are
     */
    static ReplacementPolicy named(String name, AgeingSettings settings) {
        Function<AgeingSettings, ReplacementPolicy> factory = factories().get(name);
        if (factory == null) {
            throw new IllegalArgumentException(
                    "replacement policy '" + name + "' is not known; expected one of " + String.join(", ", names()));
        }
        return factory.apply(settings);
    }

    /** The names there are, in alphabetical order. */
    static List<String> names() {
        return List.copyOf(factories().keySet());
    }

    private static Map<String, Function<AgeingSettings, ReplacementPolicy>> factories() {
        return new TreeMap<>(Map.of(
                "lfu-aging", ReplacementPolicy::lfuAging,
                "lru", settings -> lru(),
                "gds", settings -> greedyDualSize()));
    }
}
