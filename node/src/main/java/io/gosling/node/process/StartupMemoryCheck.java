package io.gosling.node.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.gos.CacheSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.SettingValues;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Checks, before anything starts, that the configured amount of memory is available. */
public final class StartupMemoryCheck {
    /** Memory off the heap, besides the cache and its headroom, for connections' buffers. */
    private static final long BUFFERS = 16L << 20;

    /** Memory besides heap and buffers: of classes, compiled code and threads, and of the kernel for sockets. */
    private static final long BESIDES = 128L << 20;

    private StartupMemoryCheck() {}

    /** The memory limits of this process, in bytes. */
    public record Limits(long direct, long heap, long machine) {
        public static Limits here() {
            return new Limits(directLimit(), Runtime.getRuntime().maxMemory(), machineMemory());
        }
    }

    /**
     * The memory of this machine, or what its control groups leave of it, as the JVM reads them. The launcher {@code
     * gosling} has the same rule in shell.
     */
    public static long machineMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static long directLimit() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long option = Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
        return option > 0 ? option : Runtime.getRuntime().maxMemory();
    }

    /**
     * Refuses a cache that does not fit: its memory, its headroom, and buffers beside them in what the JVM may use off
     * the heap, and all that with the heap and what the JVM and the kernel need besides in the memory that there is.
     *
     * @throws CommandFailureException saying what would fit and what to change
     */
    public static void require(CacheSettings cache, Limits limits) {
        Need need = new Need(cache, limits);
        if (need.fits(cache.memoryBytes())) {
            return;
        }
        boolean unsized = need.offHeap(cache.memoryBytes()) > limits.direct();
        throw new CommandFailureException(
                ExitCode.CONFIGURATION,
                "--memory: value \"" + ByteSizeFormat.format(cache.memoryBytes()) + "\"; expected at most "
                        + (need.most() >> 20) + "m here: with a headroom of "
                        + ByteSizeFormat.approximately(cache.headroomBytes()) + " for objects on their way and "
                        + ByteSizeFormat.approximately(BUFFERS) + " of buffers it must fit, and "
                        + (unsized
                                ? "this JVM may use " + ByteSizeFormat.approximately(limits.direct())
                                        + " off the heap; start with ./gosling, which sizes the JVM, or add"
                                        + " -XX:MaxDirectMemorySize="
                                        + JvmMemoryOptions.forNode(cache, limits.machine())
                                                        .direct()
                                                / 1024 + "k"
                                : "this machine or container has " + ByteSizeFormat.approximately(limits.machine())
                                        + ", of which the heap takes "
                                        + ByteSizeFormat.approximately(need.heap(cache.memoryBytes()))
                                        + ", and compiled code, threads and sockets "
                                        + ByteSizeFormat.approximately(BESIDES)));
    }

    /** These values with the memory that fits, where none was given and the default is too much for a container. */
    public static SettingValues fitted(SettingValues values, Limits limits) throws BadConfigurationException {
        CacheSettings cache = BadConfigurationException.unless(() -> new CacheSettings(values));
        Need need = new Need(cache, limits);
        return values.isGiven(CacheSettings.MEMORY) || need.fits(cache.memoryBytes()) || need.most() == 0
                ? values
                : values.with(CacheSettings.MEMORY, List.of(Long.toString(need.most())));
    }

    /**
     * The memory of this process, by that of its cache.
     *
     * @param asked for its headroom, where that was configured, and to know whether the heap is the launcher's
     */
    private record Need(CacheSettings asked, Limits limits) {
        boolean fits(long memory) {
            return offHeap(memory) <= limits.direct() && offHeap(memory) + heap(memory) + BESIDES <= limits.machine();
        }

        /** The default headroom grows with the memory, a configured one is fixed. */
        long offHeap(long memory) {
            long usual = CacheSettings.of(asked.memoryBytes()).headroomBytes();
            long headroom =
                    asked.headroomBytes() == usual ? CacheSettings.of(memory).headroomBytes() : asked.headroomBytes();
            return memory + headroom + BUFFERS;
        }

        /** The heap by the launcher's rule, unless this one is larger. */
        long heap(long memory) {
            boolean larger = limits.heap() > JvmMemoryOptions.heap(asked.memoryBytes(), limits.machine());
            return Math.max(larger ? limits.heap() : 0, JvmMemoryOptions.heap(memory, limits.machine()));
        }

        /**
         * The largest memory that fits where the one that was asked for does not, in whole MiB. Found by halving, since
         * more of it takes more of all else.
         */
        long most() {
            long fitting = 0;
            long tooMuch = (asked.memoryBytes() >> 20) + 1;
            while (tooMuch - fitting > 1) {
                long middle = (fitting + tooMuch) / 2;
                if (fits(middle << 20)) {
                    fitting = middle;
                } else {
                    tooMuch = middle;
                }
            }
            return fitting << 20;
        }
    }
}
