/**
 * The peer channel: HTTP requests between nodes for cached objects, origin responses, purge messages, and cache
 * warming.
 *
 * <p>Start at {@link io.gosling.gos.peer.PeerChannel}, which opens the port and the connection pool;
 * {@link io.gosling.gos.peer.PeerServer} answers and {@link io.gosling.gos.peer.PeerClient} asks.
 * {@link io.gosling.gos.peer.JoinDoor} and {@link io.gosling.gos.peer.FillFrames} stream a response that another node
 * is still fetching; {@link io.gosling.gos.peer.PeerObjects} serves the repository's HTTP interface on the same port.
 * {@link io.gosling.gos.peer.PeerFields} defines the header fields; {@link io.gosling.gos.peer.WarmServer} and
 * {@link io.gosling.gos.peer.WarmClient} move hot objects when nodes join or leave. Only gos.cluster opens a channel;
 * Holdings is for front-ends that ask what a node holds.
 */
@NullMarked
package io.gosling.gos.peer;

import org.jspecify.annotations.NullMarked;
