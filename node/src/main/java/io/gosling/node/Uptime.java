package io.gosling.node;

import java.lang.management.ManagementFactory;

/** How long this process has been running. */
final class Uptime {
    private Uptime() {}

    /** Seconds since the JVM's start, with milliseconds. */
    static double seconds() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}
