/**
 * Dispatchers that see packets: LSMAC and LSNAT (Gan, Schroeder, Goddard, Ramamurthy, <i>LSMAC vs. LSNAT: Scalable
 * Cluster-based Web Servers</i>, Cluster Computing 2000), in application space, in front of any servers of TCP.
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.PacketDispatcher}; the path of a packet is in {@code PacketLoop}, and what
 * the two do with it in {@code Lsmac} and {@code Lsnat}. Everything below the door belongs to one thread.
 */
@NullMarked
package io.gosling.dispatcher.packet;

import org.jspecify.annotations.NullMarked;
