/**
 * Packet-level dispatchers: LSMAC and LSNAT, in user space, in front of any TCP servers (Gan, Schroeder, Goddard,
 * Ramamurthy, "LSMAC vs. LSNAT: Scalable Cluster-based Web Servers", Cluster Computing 2000).
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.PacketDispatcher}; {@link io.gosling.dispatcher.packet.PacketLoop} is
 * the path of a packet, Lsmac and Lsnat rewrite it. {@link io.gosling.dispatcher.packet.PacketDispatcher} is for any
 * thread; everything else belongs to its one thread.
 */
@NullMarked
package io.gosling.dispatcher.packet;

import org.jspecify.annotations.NullMarked;
