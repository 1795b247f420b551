/**
 * {@code gosling bench lard}: the prototype experiment of the LARD paper (Pai et al. 1998, figure 17) on processes: a
 * front-end, nodes whose memory is too small for all files, and a slow disk under each, which is emulated.
 *
 * <p>Start at {@link LardVerb}. A {@link io.gosling.bench.cluster.ClusterCaseTrial} runs each policy, with or without
 * cooperation, on fresh nodes, and {@link LardReport} makes the table.
 */
@NullMarked
package io.gosling.bench.lard;

import org.jspecify.annotations.NullMarked;
