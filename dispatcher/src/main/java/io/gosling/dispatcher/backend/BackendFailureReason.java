package io.gosling.dispatcher.backend;

import io.gosling.common.RetryBudget;
import io.gosling.dispatcher.status.RequestOutcome;

/** Reasons of an attempt without a response. */
public enum BackendFailureReason {
    /** No connection could be made: nothing was sent. */
    UNREACHABLE(true, 502, "destination_unavailable", "no back-end could be reached"),
    /** All connections that may be open to the back-end are in use: nothing was sent. */
    CROWDED(false, 503, "connection_limit_reached", "every connection to the back-ends is in use"),
    /** The front-end lacks a descriptor, port or memory: nothing was sent, and no back-end is to blame. */
    SHORT(false, 503, "proxy_internal_error", "the front-end has no socket left for a connection to a back-end"),
    /**
     * A reused connection closed before any byte of the response: the back-end may have closed it for its idle time.
     */
    STALE(false, 502, "connection_terminated", "the back-end closed the connection before it answered"),
    /** A new connection closed before any byte of the response. */
    BROKEN(true, 502, "connection_terminated", "the back-end closed the connection before it answered"),
    /** The back-end reset this one stream of a connection that goes on, possibly because of the request itself. */
    RESET(true, 502, "connection_terminated", "the back-end gave the request up before it answered"),
    /** The back-end says that it has done nothing with the request: nothing is done twice, whatever the method. */
    UNPROCESSED(false, 503, "destination_unavailable", "the back-ends take no more requests at present"),
    /**
     * A response with a status after which another back-end is tried; passed on if none is. The back-end is to blame if
     * the other one then answers with another status.
     */
    UNAVAILABLE(false, 503, "destination_unavailable", "the back-end serves no requests at present"),
    /** The response is not HTTP, or its header is too large. */
    MALFORMED(false, 502, "http_protocol_error", "the back-end's answer is not HTTP, or its header is too large"),
    /** No response header in time. The back-end is to blame if it has answered no other request meanwhile. */
    LATE(true, 504, "http_response_timeout", "the back-end did not answer in time"),
    /** The source of back-ends names it no more: it left, died, or is frozen. */
    GONE(false, 502, "connection_terminated", "the back-end left the cluster before it answered");

    private final boolean backendIsToBlame;
    /** The status that the client gets if no other back-end is tried. */
    public final int status;
    /** The error type of Proxy-Status (RFC 9209, section 2.3) in that response. */
    public final String error;
    /** The same as a sentence for the client. */
    public final String reason;

    BackendFailureReason(boolean backendIsToBlame, int status, String error, String reason) {
        this.backendIsToBlame = backendIsToBlame;
        this.status = status;
        this.error = error;
        this.reason = reason;
    }

    /** Returns true if it counts towards ejecting the back-end. */
    public boolean backendIsToBlame() {
        return backendIsToBlame;
    }

    /**
     * Returns true if a retry is charged to the {@link RetryBudget}: the back-end may have begun on the request, or may
     * still be working on it, so that the work is done twice; or has none to spare. A back-end that is gone, or was
     * never reached, does no work twice.
     */
    public boolean costsBudget() {
        return this == LATE || this == UNAVAILABLE || isBrokenOff();
    }

    /**
     * Returns true if the back-end ended the connection or stream without a response; in the midst of a body it may
     * have refused that body.
     */
    public boolean isBrokenOff() {
        return this == BROKEN || this == RESET;
    }

    /**
     * Returns true if the same back-end is likely to serve the request when it is retried, on another connection or a
     * little later.
     */
    public boolean leavesBackendAsItWas() {
        return this == STALE || this == UNPROCESSED;
    }

    /** The outcome that the client gets if no other back-end is tried. */
    public RequestOutcome outcome() {
        return switch (status) {
            case 504 -> RequestOutcome.GATEWAY_TIMEOUT;
            case 503 -> RequestOutcome.OVERLOADED;
            default -> RequestOutcome.BAD_GATEWAY;
        };
    }
}
