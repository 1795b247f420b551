package io.gosling.tools.load;

import java.io.IOException;

/** A response that is not HTTP/1.1, or does not match the request. */
public final class MalformedResponseException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedResponseException(String message) {
        super(message);
    }

    /** It is counted and not printed. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
