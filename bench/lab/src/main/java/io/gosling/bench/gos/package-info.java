/**
 * {@code gosling bench gos}: the experiments of the Global Object Space paper (Chen, Wang, Lau 2001) on processes:
 * clients connect to the nodes directly, in turns, and nodes request objects from each other's memories or do not.
 *
 * <p>Start at {@link GosVerb}. A {@link io.gosling.bench.cluster.ClusterCaseTrial} runs each number of nodes with so
 * much memory, with or without cooperation, on new nodes before a {@link io.gosling.bench.cluster.BackingStore}; {@link
 * GosReport} makes the figures. A {@link HeterogeneousTrial} has nodes that are unlike, and compares every byte.
 */
@NullMarked
package io.gosling.bench.gos;

import org.jspecify.annotations.NullMarked;
