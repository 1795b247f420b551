package io.gosling.netty.limits;

import java.util.Locale;

/** The limits that may bite, each under the name of its setting. */
public enum Limit {
    /** All connections that may be open are: others wait in the system's queue. */
    CONNECTIONS,
    /** The process or the machine has no file descriptor left. */
    OPEN_FILES,
    /** An address has all the connections that one may have: the next was closed. */
    ADDRESS_CONNECTIONS,
    /** An address asks more often than one may: 429. */
    ADDRESS_RATE,
    /** 414. */
    REQUEST_LINE,
    /** Its size or the number of its fields: 431. */
    HEADER,
    /** 413. */
    BODY,
    /** 408, or the body's client is cut off. */
    HEADER_TIME,
    BODY_TIME,
    IDLE_TIME,
    WRITE_TIME,
    /** The whole of a request and its answer. */
    REQUEST_TIME,
    /** Too little of a body came, or of an answer was taken, for the time that a front-end waited for its client. */
    DATA_RATE,
    /** What clients have not taken holds as much memory as it may at a front-end: the slowest were disconnected. */
    SLOW_CLIENT_MEMORY,
    /** All handshakes of TLS that a listener may have are under way: the next was closed. */
    HANDSHAKES,
    /** A trusted proxy's header of the PROXY protocol was malformed, or late: closed. */
    PROXY_HEADER,
    /** All places of the slow lane are taken: 503. */
    EXCHANGES,
    /** All tunnels and streams of events that a front-end may have open are, in all or on a back-end: 503. */
    TUNNELS,
    /** Nothing passed through a tunnel, or a back-end took nothing of it, for as long as may be: both sides were closed. */
    TUNNEL_TIME;

    /** The name in metrics, such as {@code header-time}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
