/**
 * Which back-end serves a request: the distribution policies of Pai et al., <i>Locality-Aware Request Distribution in
 * Cluster-based Network Servers</i>, ASPLOS 1998. Pure: no I/O, no clock, no lock, no randomness; whoever shares a
 * policy between threads guards it, together with its {@link io.gosling.dispatcher.policy.Cluster}.
 *
 * <p>Start at {@link io.gosling.dispatcher.policy.DistributionPolicy}; the algorithms are {@code Lard} and
 * {@code LardReplicated}, one small file each.
 */
@NullMarked
package io.gosling.dispatcher.policy;

import org.jspecify.annotations.NullMarked;
