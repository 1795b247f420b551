/**
 * Packet-level dispatchers: LSMAC and LSNAT, in user space, in front of any TCP servers (Gan, Schroeder, Goddard,
 * Ramamurthy, "LSMAC vs. LSNAT: Scalable Cluster-based Web Servers", Cluster Computing 2000).
 *
 * <p>Start at {@link PacketDispatcher}; {@link PacketLoop} is the path of a packet, {@link LsmacForwarding} and {@link
 * LsnatForwarding} rewrite it, {@link PacketBackends} are those it may go to. {@link PacketDispatcher} is for any
 * thread; everything else belongs to its one thread.
 *
 * <p>A session is half-open since a SYN, established since the client's next packet (LSNAT: once the server has
 * answered), closing after the FIN of the client (LSMAC) or of both (LSNAT), and reset after an RST of either side;
 * only the first two count as load.
 */
@NullMarked
package io.gosling.dispatcher.packet;

import org.jspecify.annotations.NullMarked;
