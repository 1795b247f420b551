package io.gosling.bench.load;

import java.io.IOException;

/** An answer that is no HTTP/1.1, or not the one that was asked for. */
final class ResponseFault extends IOException {
    private static final long serialVersionUID = 1;

    ResponseFault(String message) {
        super(message);
    }

    /** It is counted and not printed. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
