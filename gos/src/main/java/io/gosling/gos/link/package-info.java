/**
 * Links between nodes: one TCP connection for each pair of an event loop and another node, on which many questions and
 * answers travel at a time as binary frames. Asking and answering cause no change of thread.
 *
 * <p>Start at {@link io.gosling.gos.link.ClusterLinks}, which gos.peer opens, and {@link
 * io.gosling.gos.link.frame.PeerFrame}, which lists the frames. {@link io.gosling.gos.link.OutgoingLink} is the asking
 * end of a link, {@link io.gosling.gos.link.IncomingLink} the other one, and {@link
 * io.gosling.gos.link.LinkRequestHandler} has the answers, {@link io.gosling.gos.link.SharedResponseRequestHandler}
 * those about responses of origins. {@link io.gosling.gos.link.LinkPeerCalls} is for threads that wait, {@link
 * io.gosling.gos.link.DistributedObjectTable} the Global Object Table over links; both ask by {@link
 * io.gosling.gos.link.PendingPeerRequest}. Knows neither gos.peer nor gos.hazelcast.
 *
 * <p>A copy in memory is given on the event loop if nothing has to be done first: this node knows every purge that the
 * other one has told of, the lease holds, no purge selects the copy, it is fresh, and the count's epoch is not newer
 * than this node's. A node that may lack a purge answers LATE and stays a holder. A node that did not answer is not
 * asked for 100 ms, doubling to 1 s; late from memory and silent as a home are kept apart.
 *
 * <p>Memory that the other side decides on is bounded by {@link io.gosling.gos.link.frame.FrameKind} for each frame, by
 * {@link io.gosling.gos.link.LinkCredit} for bodies on the asking end, by {@link io.gosling.gos.link.OutgoingBodies}
 * for bodies on the answering one, and by {@link io.gosling.gos.link.LinkAdmission} for what other threads work on. A
 * link that does not take its answers is not read from, and is cut after a while; one on which nothing comes any more
 * is left.
 *
 * <p>Both sides begin with the four bytes {@code 0xC7 G S L}, and then with HELLO, before which nothing else is
 * accepted. The first byte begins no HTTP request, so that both protocols share the peer port. The node that has opened
 * the connection asks; the other one answers, with the id of the question. A frame that breaks a rule ends the
 * connection.
 */
@NullMarked
package io.gosling.gos.link;

import org.jspecify.annotations.NullMarked;
