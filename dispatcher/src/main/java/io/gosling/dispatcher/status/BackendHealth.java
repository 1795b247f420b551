package io.gosling.dispatcher.status;

/** The health of a back-end in the view of a front-end. */
public enum BackendHealth {
    HEALTHY,
    /** Ejected: requests to it have failed, and it takes none for a while. */
    EJECTED,
    /** Half-open: the ejection is over, and its next request decides. */
    HALF_OPEN,
    CHECK_FAILED
}
