/**
 * Links between nodes: one TCP connection for each pair of an event loop and another node, on which many questions and
 * answers travel at a time as binary frames. Asking and answering cause no change of thread.
 *
 * <p>Start at {@link ClusterLinks}, which gos.peer opens, and {@link io.gosling.gos.link.frame.PeerFrame}, which lists
 * the frames. {@link OutgoingLink} is the asking end of a link, {@link IncomingLink} the other one; {@link
 * LinkRequestHandler} has the answers, {@link SharedResponseRequestHandler} those about responses of origins. {@link
 * LinkPeerClient} is for threads that wait, {@link DistributedObjectTable} the Global Object Table over links; both ask
 * by {@link PendingPeerRequest}. {@link LinkSmallObjectClient} is for event loops.
 *
 * <p>Memory that the other side decides on is bounded by {@link io.gosling.gos.link.frame.FrameKind} for each frame, by
 * {@link LinkCredit} for bodies on the asking end, by {@link OutgoingBodies} for those on the answering one, and by
 * {@link PeerRequestLimiter} for what other threads work on. Knows neither gos.peer nor gos.hazelcast.
 */
@NullMarked
package io.gosling.gos.link;

import org.jspecify.annotations.NullMarked;
