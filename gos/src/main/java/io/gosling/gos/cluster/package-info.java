/**
 * One node of the cluster, assembled: memory, lookup, tables, peer channel, purges and membership.
 *
 * <p>Start at {@link io.gosling.gos.cluster.ObjectSpaceNode}: open it with {@code ObjectSpaceSettings} and
 * {@code ClusterSettings}, then join. {@link io.gosling.gos.cluster.DiskTierThread} runs the disk tier in the
 * background. The topmost package of the object space: io.gosling.node, gos.embedded and benchmarks use it, nothing
 * below may.
 */
@NullMarked
package io.gosling.gos.cluster;

import org.jspecify.annotations.NullMarked;
