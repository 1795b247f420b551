/**
 * Pure views of frames where they lie in memory: Ethernet, ARP, IPv4, IPv6, TCP, ICMP, and the checksums that a change of an
 * address needs. Nothing is allocated for a frame, nothing is sent or received here.
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.frame.Frame}.
 */
@NullMarked
package io.gosling.dispatcher.packet.frame;

import org.jspecify.annotations.NullMarked;
