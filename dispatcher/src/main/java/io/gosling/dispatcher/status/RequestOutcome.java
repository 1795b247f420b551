package io.gosling.dispatcher.status;

import java.util.Locale;

/** The outcome of a request; each request counts exactly once. */
public enum RequestOutcome {
    /** A back-end's response was passed on whole. */
    RELAYED,
    /** The client was sent to its back-end: 307. */
    REDIRECTED,
    /** The client's connection was handed off to its back-end's process, which answers. */
    HANDED_OFF,
    /** The front-end answered an OPTIONS request that must not be forwarded. */
    ANSWERED,
    /** The request broke a rule and got no further: 400, 408, 413, 414, 431 and the like. */
    REFUSED,
    /** No room in the queue, or none in time, or no back-end at all: 503. */
    OVERLOADED,
    /** Back-ends failed before anything could be passed on: 502. */
    BAD_GATEWAY,
    /** A back-end did not answer in time: 504. */
    GATEWAY_TIMEOUT,
    /** A back-end failed in the middle of its response; the client's connection was closed. */
    TRUNCATED,
    /** The client went away or stopped reading. */
    CLIENT_GONE;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
