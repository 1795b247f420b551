package io.gosling.dispatcher.packet;

import java.util.Locale;

/** Why a packet went nowhere. */
public enum DropReason {
    /** A SYN, while no back-end is there. */
    NO_BACKEND,
    /** A packet of no session that is known, and no SYN; or one while it is not known who of the back-ends is here. */
    NO_SESSION,
    /** For a port that is not served. */
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
    /** All ports that stand for clients of a back-end are taken. */
    EXHAUSTED,
    /** It has made too many hops. */
    HOPS,
    /** From a hardware address that is not one machine's. */
    NEIGHBOURS,
    /** For the cluster address, while another dispatcher has it. */
    STAND_BY,
    /** The system did not take it to send. */
    UNSENT,
    /** It came while the system had no room for more, or cannot be told of by a virtio header. */
    UNREAD;

    /** As metrics have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
