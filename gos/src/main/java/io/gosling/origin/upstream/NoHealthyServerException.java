package io.gosling.origin.upstream;

import java.io.IOException;

/** Thrown when every server of an origin is ejected at present: none was asked. */
public final class NoHealthyServerException extends IOException {
    private static final long serialVersionUID = 1;

    NoHealthyServerException(String message) {
        super(message);
    }
}
