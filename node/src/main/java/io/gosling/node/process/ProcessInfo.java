package io.gosling.node.process;

import java.lang.management.ManagementFactory;

/** The version, the uptime and the processor time of this process. */
public final class ProcessInfo {
    private ProcessInfo() {}

    /** The version in the jar's manifest; "development" for a build from an IDE. */
    public static String version() {
        String version = ProcessInfo.class.getPackage().getImplementationVersion();
        return version != null ? version : "development";
    }

    /** Seconds since the JVM's start, with milliseconds. */
    public static double uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }

    /** Seconds of processor time since the start, of all threads; 0 where the system does not say. */
    public static double cpuSeconds() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(spent -> spent.toMillis() / 1e3)
                .orElse(0.0);
    }
}
