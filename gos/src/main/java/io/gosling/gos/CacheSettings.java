package io.gosling.gos;

import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.util.List;

/**
 * Settings of the memory cache of a node: its budget, its replacement policy, and the section {@code cache}. Immutable.
 */
public record CacheSettings(SettingValues values) implements SettingGroup<CacheSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int MOST_SLICE = 16 << 20;
    private static final int LEAST_SLICE = 64 << 10;
    private static final int USUAL_SLICE = 1 << 20;
    private static final long MOST_MEMORY = 1L << 40;
    private static final long MOST_OBJECT = 1L << 30;

    public static final Setting<Long> MEMORY = DECLARED.setting(
            "memory",
            SettingType.size(1L << 20, MOST_MEMORY).withinForCode(SettingType.size(0, MOST_MEMORY)),
            "256m",
            "Memory of this node for cached objects.");

    public static final Setting<String> REPLACEMENT = DECLARED.setting(
            "replacement",
            SettingType.choice(ReplacementPolicy.names()),
            "lfu-aging",
            "Replacement policy for objects when memory is full. Only lfu-aging goes by access counts of the cluster.");

    public static final Setting<Long> MAX_OBJECT = DECLARED.optional(
            "cache.max-object",
            SettingType.size(0, MOST_OBJECT),
            "Largest object that is cached whole. Larger ones are streamed and not cached, or cached in slices; by"
                    + " default an eighth of the memory, at most 16MiB.");

    public static final Setting<Long> SLICE = DECLARED.optional(
            "cache.slice",
            SettingType.size(0, MOST_SLICE),
            "Slice size in which an origin's larger objects, and objects requested by range, are fetched and cached:"
                    + " 64KiB to cache.max-object, or 0 for no slices; by default 1MiB, or cache.max-object if that is"
                    + " less.");

    public static final Setting<Long> HEADROOM = DECLARED.optional(
            "cache.headroom",
            SettingType.size(0, MOST_MEMORY),
            "Memory beyond the budget, for objects that are being fetched or still being sent; by default an eighth of"
                    + " the budget and 16MiB.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public CacheSettings(SettingValues values) {
        this.values = values;
        long memory = memoryBytes();
        long largest = maxObjectBytes();
        if (largest > Math.min(memory, MOST_OBJECT)) {
            throw new IllegalArgumentException("cache.max-object: " + largest + " is out of bounds; expected 0 to "
                    + Math.min(memory, MOST_OBJECT) + " bytes");
        }
        long headroom = headroomBytes();
        if (headroom < largest) {
            throw new IllegalArgumentException("cache.headroom: " + headroom + " is out of bounds; expected " + largest
                    + " to " + MOST_MEMORY + " bytes");
        }
        int slice = sliceBytes();
        if (slice > Math.min(largest, MOST_SLICE)) {
            throw new IllegalArgumentException("cache.slice: " + slice + " is out of bounds; expected 0 to "
                    + Math.min(largest, MOST_SLICE) + " bytes");
        }
    }

    public static CacheSettings of(long memoryBytes) {
        return new CacheSettings(SettingValues.none().withValue(MEMORY, memoryBytes));
    }

    @Override
    public CacheSettings of(SettingValues other) {
        return new CacheSettings(other);
    }

    /** The same settings if their slices, as a configuration gives them, are worth their directory entries. */
    public CacheSettings requireSlice() {
        if (sliceBytes() > 0 && sliceBytes() < LEAST_SLICE) {
            throw new IllegalArgumentException("cache.slice: " + sliceBytes()
                    + " is out of bounds; expected 0, or at least " + LEAST_SLICE + " bytes");
        }
        return this;
    }

    public long memoryBytes() {
        return get(MEMORY);
    }

    /** The largest object that is stored whole: by default an eighth of the budget, at most 16 MiB. */
    public long maxObjectBytes() {
        return values.find(MAX_OBJECT).orElse(Math.min(memoryBytes() / 8, 16L << 20));
    }

    /**
     * The memory beyond the budget: by default an eighth of it and 16 MiB, and never too small for the largest object.
     */
    public long headroomBytes() {
        long usual = Math.min(MOST_MEMORY, memoryBytes() / 8 + (16L << 20));
        return values.find(HEADROOM).orElse(Math.max(maxObjectBytes(), usual));
    }

    /**
     * The slice size; 0 for no slices. By default 1 MiB, or as much as is kept of one object, and none where that is
     * less than 64 KiB.
     */
    public int sliceBytes() {
        long usual = Math.min(maxObjectBytes(), USUAL_SLICE);
        return Math.toIntExact(values.find(SLICE).orElse(usual < LEAST_SLICE ? 0 : usual));
    }
}
