package io.gosling.origin.slices;

import java.io.IOException;

/**
 * Thrown when the origin was asked for a slice and has answered something else. The origin has not failed: its answer
 * may depend on the client, so no other waiting request uses it.
 */
public final class WrongSliceException extends IOException {
    private static final long serialVersionUID = 1;

    public WrongSliceException(String message) {
        super(message);
    }
}
