package io.gosling.node;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import io.gosling.node.settings.ByteSize;
import java.lang.management.ManagementFactory;

/** Whether the memory that was asked for is there, before anything starts. */
final class MemoryBudget {
    /** Off the heap beside the cache: buffers of connections and of fills. */
    private static final long BUFFERS = 16L << 20;

    private MemoryBudget() {}

    /** What this process may use. */
    record Limits(long direct, long heap, long machine) {
        /** This JVM's limits, and this machine's or container's. */
        static Limits here() {
            return new Limits(directLimit(), Runtime.getRuntime().maxMemory(), machineMemory());
        }
    }

    /** Bytes of memory of this machine or container. */
    static long machineMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static long directLimit() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        long option = Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
        return option > 0 ? option : Runtime.getRuntime().maxMemory();
    }

    /**
     * Refuses a budget that does not fit.
     *
     * @throws CommandFailure saying what would fit and what to change
     */
    static void require(long memory, Limits limits) {
        if (memory + BUFFERS > limits.direct()) {
            throw refusal(
                    memory,
                    limits.direct() - BUFFERS,
                    "this JVM may use " + ByteSize.approximately(limits.direct())
                            + " off the heap; start with ./gosling, which sizes the JVM, or add"
                            + " -XX:MaxDirectMemorySize="
                            + JvmShape.forNode(memory, limits.machine()).direct() / 1024 + "k");
        }
        long left = limits.machine() - limits.heap() / 2 - BUFFERS;
        if (memory > left) {
            throw refusal(
                    memory,
                    left,
                    "this machine or container has " + ByteSize.approximately(limits.machine())
                            + ", and half of the heap of " + ByteSize.approximately(limits.heap())
                            + " must fit beside it");
        }
    }

    private static CommandFailure refusal(long memory, long most, String why) {
        return new CommandFailure(
                ExitCode.CONFIGURATION,
                "--memory: value \"" + ByteSize.format(memory) + "\"; expected at most " + (Math.max(0, most) >> 20)
                        + "m here: " + why);
    }
}
