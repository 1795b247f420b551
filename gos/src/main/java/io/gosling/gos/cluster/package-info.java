/**
 * One node of the cluster, assembled: memory, lookup, tables, peer channel, purges and membership.
 *
 * <p>Start at {@link ObjectSpaceNode}: open it with {@link io.gosling.gos.ObjectSpaceSettings} and {@link
 * io.gosling.gos.membership.ClusterSettings}, then join. {@link DiskTierThread} runs the disk tier in the background;
 * {@link ClusterEncryption} opens TLS between members, also for a front-end.
 * The topmost package of the object space: io.gosling.node, gos.embedded and benchmarks use it, nothing below may.
 */
@NullMarked
package io.gosling.gos.cluster;

import org.jspecify.annotations.NullMarked;
