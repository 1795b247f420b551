package io.gosling.bench.gos;

import io.gosling.bench.fleet.Rounds;

/**
 * The parameters that all cases of a run have in common.
 *
 * @param files whether nodes serve a directory; otherwise each has an emulated disk
 * @param heap of a node's JVM, as {@code -Xmx} takes it
 * @param clients of each node; each asks again when it was answered
 * @param rounds how they are measured
 */
record GosSetting(boolean files, String heap, int clients, Rounds rounds) {}
