package io.gosling.bench.gos;

import java.time.Duration;

/**
 * What is alike for all cases of a run.
 *
 * @param files whether nodes serve a directory; otherwise each has an emulated disk
 * @param heap of a node's JVM, as {@code -Xmx} takes it
 * @param latency of a read from an emulated disk
 * @param atOnce reads of one disk at a time; others wait
 * @param clients of each node; each asks again when it was answered
 * @param warmUp with disks that take no time
 * @param measured with those that do
 * @param percent of a CPU for each node while it is measured
 */
record Setting(
        boolean files,
        String heap,
        Duration latency,
        int atOnce,
        int clients,
        Duration warmUp,
        Duration measured,
        int percent) {}
