package io.gosling.origin.slices;

import java.io.IOException;

/**
 * The origin was asked for a segment and has answered something else. It has not failed: what it said may be about who asked,
 * so nobody else who waits takes it for an answer.
 */
public final class WrongSliceException extends IOException {
    private static final long serialVersionUID = 1;

    public WrongSliceException(String message) {
        super(message);
    }
}
