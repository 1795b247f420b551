package io.gosling.node.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.gos.CacheSettings;
import io.gosling.settings.ByteSize;
import java.lang.management.ManagementFactory;

/** Checks, before anything starts, that the configured amount of memory is available. */
public final class MemoryBudget {
    /** Memory off the heap, besides the cache and its headroom, for connections' buffers. */
    private static final long BUFFERS = 16L << 20;

    private MemoryBudget() {}

    /** The memory limits of this process, in bytes. */
    public record Limits(long direct, long heap, long machine) {
        public static Limits here() {
            return new Limits(directLimit(), Runtime.getRuntime().maxMemory(), machineMemory());
        }
    }

    public static long machineMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static long directLimit() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long option = Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
        return option > 0 ? option : Runtime.getRuntime().maxMemory();
    }

    /**
     * Refuses a cache that does not fit: its memory, its headroom, and buffers beside them.
     *
     * @throws CommandFailure saying what would fit and what to change
     */
    public static void require(CacheSettings cache, Limits limits) {
        long taken = cache.memoryBytes() + cache.headroomBytes() + BUFFERS;
        if (taken > limits.direct()) {
            throw refusal(
                    cache,
                    limits.direct(),
                    "this JVM may use " + ByteSize.approximately(limits.direct())
                            + " off the heap; start with ./gosling, which sizes the JVM, or add"
                            + " -XX:MaxDirectMemorySize="
                            + JvmShape.forNode(cache, limits.machine()).direct() / 1024 + "k");
        }
        long left = limits.machine() - limits.heap() / 2;
        if (taken > left) {
            throw refusal(
                    cache,
                    left,
                    "this machine or container has " + ByteSize.approximately(limits.machine())
                            + ", and half of the heap of " + ByteSize.approximately(limits.heap())
                            + " must fit beside it");
        }
    }

    /** The memory that fits into an amount: the default headroom grows with the memory, a configured one is fixed. */
    private static long most(CacheSettings cache, long room) {
        CacheSettings usual = CacheSettings.of(cache.memoryBytes());
        return cache.headroomBytes() == usual.headroomBytes()
                ? (room - BUFFERS - CacheSettings.of(0).headroomBytes()) / 9 * 8
                : room - BUFFERS - cache.headroomBytes();
    }

    private static CommandFailure refusal(CacheSettings cache, long room, String why) {
        return new CommandFailure(
                ExitCode.CONFIGURATION,
                "--memory: value \"" + ByteSize.format(cache.memoryBytes()) + "\"; expected at most "
                        + (Math.max(0, most(cache, room)) >> 20) + "m here: with a headroom of "
                        + ByteSize.approximately(cache.headroomBytes()) + " for objects on their way and "
                        + ByteSize.approximately(BUFFERS) + " of buffers it must fit, and " + why);
    }
}
