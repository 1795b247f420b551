package io.gosling.node.process;

import io.gosling.gos.CacheSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of a JVM's heap and direct memory, computed from what the process has to hold. Pure; the launcher
 * {@code gosling} has the same rule in shell.
 *
 * <p>Cached objects live off the heap. On the heap are the tables' entries, some hundred bytes for each object, and
 * Hazelcast.
 *
 * @param heap bytes for {@code -Xmx}
 * @param direct bytes for {@code -XX:MaxDirectMemorySize}
 */
public record JvmMemoryOptions(long heap, long direct) {
    private static final long MIB = 1L << 20;
    /** Up to this heap one collecting thread pauses for milliseconds and costs requests the least. */
    private static final long SERIAL_HEAP = 512 * MIB;

    /** For a node with this cache on a machine (or in a container) with so much memory. */
    public static JvmMemoryOptions forNode(CacheSettings cache, long machine) {
        long memory = cache.memoryBytes();
        return new JvmMemoryOptions(heap(memory, machine), memory + cache.headroomBytes() + memory / 8 + 48 * MIB);
    }

    /** The heap of a node that caches so much: at most a quarter of the memory that there is. */
    static long heap(long memory, long machine) {
        return Math.min(160 * MIB + memory / 8, machine / 4);
    }

    /** For a front-end, which needs buffers for relayed bytes and a table of routing keys. */
    public static JvmMemoryOptions forFrontEnd(long machine) {
        return forNode(CacheSettings.of(128 * MIB), machine);
    }

    public List<String> options() {
        List<String> options = new ArrayList<>();
        if (heap <= SERIAL_HEAP) {
            options.add("-XX:+UseSerialGC");
            // A node at rest stays small; otherwise it fills a quarter of its heap before it collects.
            options.add("-Xms16m");
        }
        options.add("-Xmx" + heap / 1024 + "k");
        options.add("-XX:MaxDirectMemorySize=" + direct / 1024 + "k");
        return options;
    }
}
