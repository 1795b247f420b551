package io.gosling.dispatcher.backend;

import io.gosling.dispatcher.balancer.RetryBudget;
import io.gosling.dispatcher.status.RequestOutcome;

/** Why an attempt on a back-end brought no response. */
public enum BackendFailure {
    /** No connection could be made: nothing was sent. */
    UNREACHABLE(true),
    /** All connections that may be open to the back-end are in use: nothing was sent. */
    CROWDED(false),
    /** No descriptor, port or memory is left here for a connection: nothing was sent, and no back-end is to blame. */
    SHORT(false),
    /** The first one, a connection that had served before, closed before any byte: the back-end may have tired of it. */
    STALE(false),
    /** A new connection closed before any byte of the response. */
    BROKEN(true),
    /** The back-end gave up this one stream of a connection that goes on, which may be the request's own doing. */
    RESET(true),
    /** The back-end says that it has done nothing with the request: nothing is done twice, whatever the method. */
    UNPROCESSED(false),
    /** The response is not HTTP, or its header is too large. */
    MALFORMED(false),
    /** No response header in time. Its back-end is to blame if it has answered nobody meanwhile. */
    LATE(true),
    /** The source of back-ends names it no more: it left, died, or is frozen. */
    GONE(false);

    private final boolean backendIsToBlame;

    BackendFailure(boolean backendIsToBlame) {
        this.backendIsToBlame = backendIsToBlame;
    }

    /** Whether it counts towards leaving the back-end alone. */
    public boolean backendIsToBlame() {
        return backendIsToBlame;
    }

    /**
     * Whether trying again is paid from the {@link RetryBudget}: the back-end may have begun on the request, or goes on with
     * it, so that the work is done twice. A back-end that is gone, or was never reached, does it no second time.
     */
    public boolean costsBudget() {
        return this == LATE || isBrokenOff();
    }

    /** Whether the back-end ended what it had not answered; in the midst of a body it may have refused that. */
    public boolean isBrokenOff() {
        return this == BROKEN || this == RESET;
    }

    /** Whether the back-end itself may well do what was asked if it is asked once more, on another connection or a little later. */
    public boolean leavesBackendAsItWas() {
        return this == STALE || this == UNPROCESSED;
    }

    /** What the client is told when nobody else is asked. */
    public RequestOutcome outcome() {
        return switch (this) {
            case LATE -> RequestOutcome.GATEWAY_TIMEOUT;
            case CROWDED, SHORT, UNPROCESSED -> RequestOutcome.OVERLOADED;
            default -> RequestOutcome.BAD_GATEWAY;
        };
    }
}
