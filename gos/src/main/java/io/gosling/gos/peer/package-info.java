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
 *
 * <p>Documents, checks, invalidations and directory entries go over the links of gos.link, which share the port;
 * everything else remains HTTP.
 *
 * <p>Requests, all with {@code Gosling-Token} and, in {@code Gosling-To}, the tag of the process that is meant (421
 * from its successor):
 *
 * <pre>
 *   GET  /path  Gosling-Fetch: memory   the bytes if they are in memory, checked first if that is due; 404 otherwise
 *   GET  /path  Gosling-Fetch: home     the home's memory or disk; never asks another node
 *   HEAD /path  Gosling-Fetch: keep     an offer to a store: fetch it and keep it if its count is worth it; 204
 *   HEAD /path  Gosling-Fetch: check    If-None-Match against the file: 304 unchanged, 204 changed, 404 gone
 *   GET  /~gosling/hottest              lines "count epoch bytes key", hottest first, at most 8 MiB
 *   POST /~gosling/hand-over            the same lines: fetch these from the node that is leaving
 *   POST /~gosling/fills                join a fetch, or take what is in memory; 404, or 503 at 512 waiting requests
 *   POST /~gosling/invalidate           lines "version key": drop copies, close fetches
 *   POST /~gosling/messages              purge messages, addressed to a node's name instead of a process
 * </pre>
 *
 * <p>A fetch from memory is answered on the event loop if nothing has to be done first: token and tag are right, this
 * node knows every purge that the requester knows, the lease holds, no purge selects the copy, it is fresh, and the
 * count's epoch is not newer than this node's. A node that may lack a purge answers 409 and stays a holder. A node that
 * did not answer is not asked for 100 ms, doubling to 1 s; late from memory and silent as a home are kept apart.
 */
@NullMarked
package io.gosling.gos.peer;

import org.jspecify.annotations.NullMarked;
