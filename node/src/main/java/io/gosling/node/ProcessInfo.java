package io.gosling.node;

import java.lang.management.ManagementFactory;

/** The version and the uptime of this process. */
final class ProcessInfo {
    private ProcessInfo() {}

    /** The version in the jar's manifest; "development" for a build from an IDE. */
    static String version() {
        String version = ProcessInfo.class.getPackage().getImplementationVersion();
        return version != null ? version : "development";
    }

    /** Seconds since the JVM's start, with milliseconds. */
    static double uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}
