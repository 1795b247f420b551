package io.gosling.gos;

import io.gosling.gos.replacement.ReplacementPolicy;

/**
 * Settings of the memory cache of a node.
 *
 * @param memoryBytes for stored objects with their overhead, 0 to 1 TiB
 * @param headroomBytes besides, for objects that are being fetched, or were removed and are still being sent; from
 *     the largest object to 1 TiB
 * @param maxObjectBytes larger objects are streamed and not stored; 0 to the memory, at most 1 GiB
 * @param replacement a name of {@link ReplacementPolicy#names()}
 * @param segmentBytes the slice size for responses of an origin that are not stored whole; 0 for no slices, at
 *     most the largest object and 16 MiB
 */
public record CacheSettings(
        long memoryBytes, long headroomBytes, long maxObjectBytes, String replacement, int segmentBytes) {
    /** The largest slice. */
    public static final int MOST_SEGMENT = 16 << 20;

    /** The smallest slice; smaller ones are not worth their table entries. */
    public static final int LEAST_SEGMENT = 64 << 10;

    private static final int USUAL_SEGMENT = 1 << 20;
    private static final long MOST_MEMORY = 1L << 40;
    private static final long MOST_OBJECT = 1L << 30;

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public CacheSettings {
        if (memoryBytes < 0 || memoryBytes > MOST_MEMORY) {
            throw new IllegalArgumentException(
                    "memory: " + memoryBytes + " is out of bounds; expected 0 to " + MOST_MEMORY + " bytes");
        }
        if (maxObjectBytes < 0 || maxObjectBytes > Math.min(memoryBytes, MOST_OBJECT)) {
            throw new IllegalArgumentException("cache.max-object: " + maxObjectBytes
                    + " is out of bounds; expected 0 to " + Math.min(memoryBytes, MOST_OBJECT) + " bytes");
        }
        if (headroomBytes < maxObjectBytes || headroomBytes > MOST_MEMORY) {
            throw new IllegalArgumentException("cache.headroom: " + headroomBytes + " is out of bounds; expected "
                    + maxObjectBytes + " to " + MOST_MEMORY + " bytes");
        }
        if (segmentBytes < 0 || segmentBytes > Math.min(maxObjectBytes, MOST_SEGMENT)) {
            throw new IllegalArgumentException("cache.segment: " + segmentBytes + " is out of bounds; expected 0 to "
                    + Math.min(maxObjectBytes, MOST_SEGMENT) + " bytes");
        }
        if (!ReplacementPolicy.names().contains(replacement)) {
            throw new IllegalArgumentException("replacement policy '" + replacement + "' is not known; expected one of "
                    + String.join(", ", ReplacementPolicy.names()));
        }
    }

    /** With slices of {@link #usualSegment}. */
    public CacheSettings(long memoryBytes, long headroomBytes, long maxObjectBytes, String replacement) {
        this(memoryBytes, headroomBytes, maxObjectBytes, replacement, usualSegment(maxObjectBytes));
    }

    /** 1 MiB, or as much as is kept of one object; none where that is less than {@link #LEAST_SEGMENT}. */
    public static int usualSegment(long maxObjectBytes) {
        long most = Math.min(maxObjectBytes, USUAL_SEGMENT);
        return most < LEAST_SEGMENT ? 0 : (int) most;
    }

    /**
     * This much memory, an eighth of it and 16 MiB of headroom, objects up to an eighth of it and at most 16 MiB,
     * LFU-Aging.
     */
    public static CacheSettings of(long memoryBytes) {
        long eighth = Math.max(0, memoryBytes) / 8;
        return new CacheSettings(
                memoryBytes, Math.min(MOST_MEMORY, eighth + (16L << 20)), Math.min(eighth, 16L << 20), "lfu-aging");
    }

    /** The same with another policy. */
    public CacheSettings withReplacement(String name) {
        return new CacheSettings(memoryBytes, headroomBytes, maxObjectBytes, name, segmentBytes);
    }

    /** The same with another headroom. */
    public CacheSettings withHeadroom(long bytes) {
        return new CacheSettings(memoryBytes, bytes, maxObjectBytes, replacement, segmentBytes);
    }
}
