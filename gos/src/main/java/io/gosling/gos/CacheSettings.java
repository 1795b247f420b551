package io.gosling.gos;

/**
 * What a node keeps in memory.
 *
 * @param memoryBytes for kept objects with their overhead, 0 to 1 TiB; responses that are still sending an object which
 *     was removed hold it a little longer
 * @param maxObjectBytes larger objects are streamed and not kept; 0 to the memory, at most 1 GiB
 * @param replacement a name of {@link ReplacementPolicy#names()}
 */
public record CacheSettings(long memoryBytes, long maxObjectBytes, String replacement) {
    private static final long MOST_MEMORY = 1L << 40;
    private static final long MOST_OBJECT = 1L << 30;

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public CacheSettings {
        if (memoryBytes < 0 || memoryBytes > MOST_MEMORY) {
            throw new IllegalArgumentException(
                    "memory: " + memoryBytes + " is out of bounds; expected 0 to " + MOST_MEMORY + " bytes");
        }
        if (maxObjectBytes < 0 || maxObjectBytes > Math.min(memoryBytes, MOST_OBJECT)) {
            throw new IllegalArgumentException("max object size: " + maxObjectBytes
                    + " is out of bounds; expected 0 to " + Math.min(memoryBytes, MOST_OBJECT) + " bytes");
        }
        if (!ReplacementPolicy.names().contains(replacement)) {
            throw new IllegalArgumentException("replacement policy '" + replacement + "' is not known; expected one of "
                    + String.join(", ", ReplacementPolicy.names()));
        }
    }

    /** This much memory, objects up to an eighth of it and at most 16 MiB, LFU-Aging. */
    public static CacheSettings of(long memoryBytes) {
        return new CacheSettings(memoryBytes, Math.min(memoryBytes / 8, 16L << 20), "lfu-aging");
    }

    /** The same with another policy. */
    public CacheSettings withReplacement(String name) {
        return new CacheSettings(memoryBytes, maxObjectBytes, name);
    }
}
