package io.gosling.origin.slices;

import java.io.IOException;

/**
 * Thrown when the origin had to send a slice and has answered something else. The answer is not shared, since it may
 * depend on the client.
 */
public final class WrongSliceException extends IOException {
    private static final long serialVersionUID = 1;

    public WrongSliceException(String message) {
        super(message);
    }
}
