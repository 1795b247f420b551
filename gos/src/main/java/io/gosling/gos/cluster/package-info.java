/**
 * The cluster below the object space: membership and the Global Object Table on Hazelcast, bytes and short messages on a
 * peer channel of our own. The only package that imports {@code com.hazelcast}.
 *
 * <p>Start at {@link io.gosling.gos.cluster.ObjectSpaceNode}, a node's whole part in the object space, or at
 * {@link io.gosling.gos.hazelcast.ClusterMember}, membership alone, which is what a front-end needs.
 */
@NullMarked
package io.gosling.gos.cluster;

import org.jspecify.annotations.NullMarked;
