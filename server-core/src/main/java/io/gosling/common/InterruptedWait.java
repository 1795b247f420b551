package io.gosling.common;

import java.io.InterruptedIOException;

/** The exception of a blocking call whose thread was interrupted. Safe for use by many threads. */
public final class InterruptedWait {
    private InterruptedWait() {}

    /**
     * Interrupts this thread again, so that its next wait ends as well.
     *
     * @param what was being done, such as {@code waiting for a reader}
     */
    public static InterruptedIOException during(String what) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while " + what);
    }
}
