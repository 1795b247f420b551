package io.gosling.gos;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of a node's part of the object space. Immutable; what several values must have in common is checked when
 * it is built.
 *
 * @param values of the settings of this class, {@link CacheSettings}, {@link FreshnessSettings} and
 *     {@link CountSettings}
 */
public record ObjectSpaceSettings(String node, SettingValues values) implements SettingGroup<ObjectSpaceSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Boolean> COOPERATION = DECLARED.setting(
            "cooperation",
            SettingType.toggle(),
            "on",
            "off keeps the cache of this node, but does not use the memory of other nodes: the baseline to compare"
                    + " with.");

    public static final Setting<Map<String, String>> HOMES = DECLARED.optional(
            "homes",
            SettingType.pairs(
                    "PATH=NODE",
                    "paths that begin with a slash, each with the name of a node, such as /dir41/=n4",
                    text -> text.startsWith("/") ? text.lastIndexOf('=') : -1),
            "Paths, or prefixes that end with a slash, and the node that has them on disk; the longest match counts.");

    public static final Setting<Duration> FETCH_WAIT = DECLARED.setting(
            "fetch-wait",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
            "5s",
            "Time for which a request waits for another one that fetches the same object, before it fetches the object"
                    + " itself. Where an origin is asked, it waits as long as the origin may take to answer, if that"
                    + " is longer.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public ObjectSpaceSettings(String node, SettingValues values) {
        this.node = node;
        this.values = values;
        NodeNameCheck.require(node);
        cache();
        counts().ageing();
        homes();
    }

    /** A cooperating node with this much memory, the defaults elsewhere, and every file on every node. */
    public static ObjectSpaceSettings of(String node, long memoryBytes) {
        return new ObjectSpaceSettings(node, CacheSettings.of(memoryBytes).values());
    }

    @Override
    public ObjectSpaceSettings of(SettingValues other) {
        return new ObjectSpaceSettings(node, other);
    }

    public ObjectSpaceSettings withCache(CacheSettings cache) {
        return of(cache.values().over(values));
    }

    public CacheSettings cache() {
        return new CacheSettings(values);
    }

    public FreshnessSettings freshness() {
        return new FreshnessSettings(values);
    }

    public CountSettings counts() {
        return new CountSettings(values);
    }

    public HomeNodeMap homes() {
        return HomeNodeMap.of(values.find(HOMES).orElse(Map.of()));
    }
}
