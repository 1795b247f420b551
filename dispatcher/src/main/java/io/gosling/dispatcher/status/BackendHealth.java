package io.gosling.dispatcher.status;

import java.util.Locale;

/** The health of a back-end in the view of a front-end. */
public enum BackendHealth {
    HEALTHY,
    /** Ejected: requests to it have failed, and it takes none for a while. */
    EJECTED,
    /** Half-open: the ejection is over, and its next request decides. */
    HALF_OPEN,
    CHECK_FAILED;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
