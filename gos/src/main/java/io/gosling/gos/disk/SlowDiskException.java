package io.gosling.gos.disk;

import java.io.IOException;

/** The disk was not waited for any longer. */
public final class SlowDiskException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean hanging;

    /** @param hanging true if it does not answer; false if it is overloaded */
    SlowDiskException(String message, boolean hanging) {
        super(message);
        this.hanging = hanging;
    }

    public boolean isHanging() {
        return hanging;
    }
}
