/**
 * The lookup over the memories of all nodes: local memory, then a peer that holds the object, then its home node or
 * origin.
 *
 * <p>Start at {@link GlobalObjectSpace}, the lookup of files, and {@link ClusterResponseSharing}, the same for origin
 * responses. {@link PeerRequestService} answers other nodes; {@link CopyRevalidator} revalidates stored copies; {@link
 * CountReporter} sends request counts to the Global Object Table. {@link PeerClient}, {@link SmallObjectClient}, {@link
 * SharedResponseSource} and {@link ClusterAccess} are the interfaces to the other nodes. Knows neither Hazelcast nor
 * the network: others implement the interfaces, gos.cluster connects them.
 */
@NullMarked
package io.gosling.gos.space;

import org.jspecify.annotations.NullMarked;
