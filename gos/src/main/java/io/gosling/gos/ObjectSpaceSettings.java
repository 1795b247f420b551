package io.gosling.gos;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * The settings of a node's part of the object space. Immutable; bounds are checked when it is built.
 *
 * @param node this node's name
 * @param cooperation false is the paper's baseline: the same local cache, no table, no peers' memory
 * @param homes the home nodes of files; empty where every node has all
 * @param fillWait time for which a request waits for another's fetch of the same object, 10 ms to 5 min
 */
public record ObjectSpaceSettings(
        String node,
        boolean cooperation,
        CacheSettings cache,
        FreshnessSettings freshness,
        CountSettings counts,
        Homes homes,
        Duration fillWait) {

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public ObjectSpaceSettings {
        NodeName.require(node);
        Bounds.require("fill wait", fillWait, Duration.ofMillis(10), Duration.ofMinutes(5));
    }

    /** A cooperating node with this much memory, the defaults elsewhere, and every file on every node. */
    public static ObjectSpaceSettings of(String node, long memoryBytes) {
        return new ObjectSpaceSettings(
                node,
                true,
                CacheSettings.of(memoryBytes),
                FreshnessSettings.defaults(),
                CountSettings.defaults(),
                Homes.none(),
                Duration.ofSeconds(5));
    }

    /** The same with cooperation on or off. */
    public ObjectSpaceSettings withCooperation(boolean on) {
        return new ObjectSpaceSettings(node, on, cache, freshness, counts, homes, fillWait);
    }

    /** The same with another cache. */
    public ObjectSpaceSettings withCache(CacheSettings other) {
        return new ObjectSpaceSettings(node, cooperation, other, freshness, counts, homes, fillWait);
    }

    /** The same with another freshness. */
    public ObjectSpaceSettings withFreshness(FreshnessSettings other) {
        return new ObjectSpaceSettings(node, cooperation, cache, other, counts, homes, fillWait);
    }

    /** The same with other counting. */
    public ObjectSpaceSettings withCounts(CountSettings other) {
        return new ObjectSpaceSettings(node, cooperation, cache, freshness, other, homes, fillWait);
    }

    /** The same with other homes. */
    public ObjectSpaceSettings withHomes(Homes other) {
        return new ObjectSpaceSettings(node, cooperation, cache, freshness, counts, other, fillWait);
    }

    /** The same with another timeout for waiting for a fetch. */
    public ObjectSpaceSettings withFillWait(Duration other) {
        return new ObjectSpaceSettings(node, cooperation, cache, freshness, counts, homes, other);
    }
}
