package io.gosling.bench.lard;

import java.time.Duration;

/**
 * What is alike for all cases of a run.
 *
 * @param nodes how many
 * @param memory of a node, bytes for bodies
 * @param heap of a node's JVM, as {@code -Xmx} takes it
 * @param objects that are asked for
 * @param body bytes of each
 * @param alpha of Zipf's law, by which they are asked for
 * @param latency of a read from an emulated disk
 * @param atOnce reads of one disk at a time; others wait
 * @param clients each asks again when it was answered
 * @param warmUp with disks that take no time
 * @param measured with those that do
 * @param percent of a CPU for each node while it is measured
 */
record Setting(
        int nodes,
        int memory,
        String heap,
        int objects,
        int body,
        double alpha,
        Duration latency,
        int atOnce,
        int clients,
        Duration warmUp,
        Duration measured,
        int percent) {}
