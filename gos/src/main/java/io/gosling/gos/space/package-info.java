/**
 * The lookup over the memories of all nodes: local memory, then a peer that holds the object, then its home node or
 * origin.
 *
 * <p>Start at {@link io.gosling.gos.space.GlobalObjectSpace}, the lookup of files, and {@link
 * io.gosling.gos.space.ClusterResponses}, the same for origin responses. {@link
 * io.gosling.gos.space.PeerRequestService} answers other nodes; {@link io.gosling.gos.space.CopyCheck} revalidates
 * stored copies; {@link io.gosling.gos.space.CountReporter} sends request counts to the Global Object Table. Peers,
 * {@link io.gosling.gos.space.SharedResponseSource} and {@link io.gosling.gos.space.ClusterAccess} are the interfaces
 * to the other nodes. Knows neither Hazelcast nor the network: gos.peer and gos.hazelcast implement the interfaces,
 * gos.cluster connects them.
 */
@NullMarked
package io.gosling.gos.space;

import org.jspecify.annotations.NullMarked;
