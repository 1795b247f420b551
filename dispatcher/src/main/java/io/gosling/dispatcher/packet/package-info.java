/**
 * Packet-level dispatchers: LSMAC and LSNAT, in user space, in front of any TCP servers (Gan, Schroeder, Goddard,
 * Ramamurthy, "LSMAC vs. LSNAT: Scalable Cluster-based Web Servers", Cluster Computing 2000).
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.PacketDispatcher}; {@link io.gosling.dispatcher.packet.PacketLoop} is
 * the path of a packet, Lsmac and Lsnat rewrite it. {@link io.gosling.dispatcher.packet.PacketDispatcher} is for any
 * thread; everything else belongs to its one thread.
 *
 * <p>A session is half-open since a SYN (in a ring, where the oldest gives way), established since the client's next
 * packet (LSNAT: once the server has answered), closing after the FIN of the client (LSMAC) or of both (LSNAT), and
 * reset after an RST of either side; only the first two count as load. A back-end keeps its index for good, since
 * entries name it.
 */
@NullMarked
package io.gosling.dispatcher.packet;

import org.jspecify.annotations.NullMarked;
