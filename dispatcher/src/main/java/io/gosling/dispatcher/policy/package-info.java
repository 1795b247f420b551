/**
 * Distribution policies: LARD and LARD/R (Pai et al., ASPLOS 1998), consistent hashing, round robin and others.
 *
 * <p>Start at {@link io.gosling.dispatcher.policy.DistributionPolicy}; Policies lists them by name, Lard and {@link
 * io.gosling.dispatcher.policy.LardReplicated} are the paper's algorithms. Pure: no I/O, clock, lock or randomness;
 * whoever shares a policy between threads guards it together with its Cluster.
 */
@NullMarked
package io.gosling.dispatcher.policy;

import org.jspecify.annotations.NullMarked;
