package io.gosling.tools.load;

import java.lang.management.ManagementFactory;

/** Reads the CPU time that this process has used. */
final class OwnCpu {
    private OwnCpu() {}

    /** User and system time of all threads so far; 0 where the JVM does not know. */
    static long nanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.max(0, system.getProcessCpuTime())
                : 0;
    }
}
