/**
 * The peer channel: one port for the links of gos.link, over which nodes exchange contents, and for HTTP requests
 * between nodes: purge messages, transfers of leaving nodes and the admin API.
 *
 * <p>Start at {@link PeerChannel}, which opens the port, the links and the connection pools. {@link PeerHttpHandler}
 * answers HTTP requests, which {@link PeerHttpNames} lists; {@link RepositoryPortHandler} serves the repository's HTTP
 * interface on the same port. {@link PurgeMessageSender} sends the messages of the quorum; {@link WarmUpClient} moves
 * lists of hot objects when nodes join or leave. Only gos.cluster opens a channel; {@link MemberClient} is for
 * front-ends that ask what a node holds, and for the admin API of other nodes.
 */
@NullMarked
package io.gosling.gos.peer;

import org.jspecify.annotations.NullMarked;
