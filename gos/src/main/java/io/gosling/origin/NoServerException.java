package io.gosling.origin;

import java.io.IOException;

/** Every server of an origin is left alone for the moment: none was asked. */
final class NoServerException extends IOException {
    private static final long serialVersionUID = 1;

    NoServerException(String message) {
        super(message);
    }
}
