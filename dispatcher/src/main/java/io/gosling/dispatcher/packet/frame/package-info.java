/**
 * Views of network frames in memory: Ethernet, ARP, IPv4, IPv6, TCP, ICMP, and the incremental checksums (RFC 1624).
 *
 * <p>Start at {@link EthernetFrame}. Pure: sends and receives nothing, and allocates nothing for data packets.
 */
@NullMarked
package io.gosling.dispatcher.packet.frame;

import org.jspecify.annotations.NullMarked;
