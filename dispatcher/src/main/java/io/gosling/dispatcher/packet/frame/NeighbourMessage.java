package io.gosling.dispatcher.packet.frame;

/**
 * A message about hardware addresses, by ARP or by neighbour discovery. Such messages are few: they may be allocated.
 *
 * @param asks true if it is a query; otherwise it is an answer or an announcement
 * @param mac the hardware address that the sender claims: 48 bits
 * @param claimed the IP address that the sender claims; {@link IpAddress#NONE} in a probe (RFC 5227)
 * @param asked the address that the query is for, or {@link IpAddress#NONE}
 */
public record NeighbourMessage(boolean asks, long mac, IpAddress claimed, IpAddress asked) {}
