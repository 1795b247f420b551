package io.gosling.dispatcher.packet;

import java.util.Locale;

/** Reasons for dropping a packet. */
public enum DropReason {
    /** A SYN while there is no back-end. */
    NO_BACKEND,
    /** A packet of no known session that is not a SYN; or any while the present back-ends are unknown. */
    NO_SESSION,
    /** The destination port is not served. */
    NO_PORT,
    /** For the cluster address, but neither TCP nor an error or echo of ICMP. */
    NOT_TCP,
    /** A part of a datagram: only the first has ports. */
    FRAGMENT,
    /** It has an extension header of IPv6 before what it carries. */
    EXTENDED,
    /** A header that does not fit its frame, or a sender that cannot be one. */
    MALFORMED,
    /** A frame above 64 KiB. */
    TOO_LONG,
    /** All translated ports of a back-end are taken. */
    EXHAUSTED,
    /** The hop limit is exhausted. */
    HOPS,
    /** The source hardware address is not that of a single machine. */
    NEIGHBOURS,
    /** For the cluster address, while another dispatcher has it. */
    STAND_BY,
    /** The system did not accept the packet for sending. */
    UNSENT,
    /** It came while the system had no room for more, or cannot be described by a virtio header. */
    UNREAD;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
