package io.gosling.dispatcher.packet.frame;

/**
 * What a host says about hardware addresses, by ARP or by neighbour discovery. Words are few: these may be allocated.
 *
 * @param asks whether it asks for somebody; otherwise it answers, or says so unasked
 * @param mac the hardware address that it says to have: 48 bits
 * @param claimed the address that is there, it says; {@link IpAddress#NONE} of one that only probes (RFC 5227)
 * @param asked the address that it asks for, or {@link IpAddress#NONE}
 */
public record NeighbourMessage(boolean asks, long mac, IpAddress claimed, IpAddress asked) {}
