package io.gosling.dispatcher.status;

import java.util.Locale;

/** The health of a back-end in the view of a front-end. */
public enum Health {
    /** The back-end is healthy. */
    WELL,
    /** Ejected: requests to it have failed, and it takes none for a while. */
    LEFT_ALONE,
    /** Half-open: the ejection is over, and its next request decides. */
    ON_TRIAL,
    CHECK_FAILED;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
