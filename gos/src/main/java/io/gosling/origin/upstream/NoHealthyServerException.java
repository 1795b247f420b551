package io.gosling.origin.upstream;

import java.io.IOException;

/** Every server of an origin is left alone for the moment: none was asked. */
public final class NoHealthyServerException extends IOException {
    private static final long serialVersionUID = 1;

    NoHealthyServerException(String message) {
        super(message);
    }
}
