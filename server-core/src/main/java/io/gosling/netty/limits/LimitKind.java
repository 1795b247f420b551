package io.gosling.netty.limits;

import java.util.Locale;

/** The limits that can be reached, each under the name of its setting. */
public enum LimitKind {
    /** All connections are open: others wait in the system's queue. */
    CONNECTIONS,
    /** The process or the machine has no file descriptor left. */
    OPEN_FILES,
    /** An address has as many connections as it may: the next was closed. */
    ADDRESS_CONNECTIONS,
    /** An address exceeds its request rate: 429. */
    ADDRESS_RATE,
    /** The length of the request line: 414. */
    REQUEST_LINE,
    /** The size of a request's header, or the number of its fields: 431. */
    HEADER,
    /** The size of a request's body: 413. */
    BODY,
    /** A request's header did not arrive in time: 408, or the client is cut off. */
    HEADER_TIME,
    BODY_TIME,
    IDLE_TIME,
    WRITE_TIME,
    REQUEST_TIME,
    /** Too little of a body arrived, or of a response was read, for the time that a front-end waited for its client. */
    DATA_RATE,
    /** Data that clients have not read has reached the memory limit of a front-end: the slowest were disconnected. */
    SLOW_CLIENT_MEMORY,
    /** All handshakes of TLS that a listener may have are under way: the next was closed. */
    HANDSHAKES,
    /** A trusted proxy's header of the PROXY protocol was malformed, or late: closed. */
    PROXY_HEADER,
    /** All exchange slots of the worker path are taken: 503. */
    EXCHANGES,
    /** All tunnels and event streams that a front-end may have are open, in all or to a back-end: 503. */
    TUNNELS,
    /** Nothing passed through a tunnel, or a back-end read nothing of it, for too long: both sides were closed. */
    TUNNEL_TIME,
    /** A client of HTTP/2 sent more frames than a limit of {@code http2} allows: disconnected. */
    HTTP2_FLOOD;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
