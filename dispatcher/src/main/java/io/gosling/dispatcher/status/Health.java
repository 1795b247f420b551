package io.gosling.dispatcher.status;

import java.util.Locale;

/** What a front-end thinks of a back-end. */
public enum Health {
    /** Nothing speaks against it. */
    WELL,
    /** Requests to it have failed: it takes none for a while. */
    LEFT_ALONE,
    /** That while is over: its next request decides. */
    ON_TRIAL,
    /** Checks have failed. */
    CHECK_FAILED;

    /** The name in status and log, such as {@code left-alone}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
