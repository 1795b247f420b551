package io.gosling.bench.lard;

import io.gosling.bench.fleet.Rounds;

/**
 * The parameters that all cases of a run have in common.
 *
 * @param memory of a node, bytes for bodies
 * @param heap of a node's JVM, as {@code -Xmx} takes it
 * @param objects that are asked for
 * @param body bytes of each
 * @param alpha of Zipf's law, by which they are asked for
 * @param clients each asks again when it was answered
 * @param rounds how cases are measured
 */
record LardSetting(int memory, String heap, int objects, int body, double alpha, int clients, Rounds rounds) {}
