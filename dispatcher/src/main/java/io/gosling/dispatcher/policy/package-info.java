/**
 * Distribution policies: LARD and LARD/R (Pai et al., ASPLOS 1998), consistent hashing, round robin and others.
 *
 * <p>Start at {@link DistributionPolicy}; {@link PolicyName} lists them by name, {@link Lard} and {@link
 * LardReplicated} are the paper's algorithms. Pure: no I/O, clock, lock or randomness; whoever shares a policy between
 * threads guards it together with its {@link LiveBackends}.
 */
@NullMarked
package io.gosling.dispatcher.policy;

import org.jspecify.annotations.NullMarked;
