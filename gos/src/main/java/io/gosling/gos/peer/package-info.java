/**
 * The peer channel: one port for the links of gos.link, over which nodes exchange contents, and for HTTP requests
 * between nodes: purge messages and cache warming.
 *
 * <p>Start at {@link io.gosling.gos.peer.PeerEndpoint}, which opens the port, the links and the connection pools.
 * {@link io.gosling.gos.peer.PeerHttpHandler} answers HTTP requests; {@link io.gosling.gos.peer.RepositoryPortHandler}
 * serves the repository's HTTP interface on the same port. {@link io.gosling.gos.peer.PurgeMessageSender} sends the
 * messages of the quorum; {@link io.gosling.gos.peer.WarmUpClient} moves lists of hot objects when nodes join or leave.
 * {@link io.gosling.gos.peer.PeerHttpNames} defines the header fields. Only gos.cluster opens a channel; Holdings is
 * for front-ends that ask what a node holds.
 *
 * <p>Requests, all with {@code Gosling-Token} and, in {@code Gosling-To}, the tag of the process that is meant (421
 * from its successor):
 *
 * <pre>
 *   GET  /~gosling/hottest              lines "count epoch bytes key", hottest first, at most 8 MiB
 *   POST /~gosling/hand-over            the same lines: fetch these from the node that is leaving
 *   POST /~gosling/messages             purge messages, addressed to a node's name instead of a process
 * </pre>
 */
@NullMarked
package io.gosling.gos.peer;

import org.jspecify.annotations.NullMarked;
