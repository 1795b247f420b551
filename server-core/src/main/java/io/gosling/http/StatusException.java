package io.gosling.http;

import org.jspecify.annotations.Nullable;

/**
 * Ends a request with a status: thrown by a handler or a filter where returning a response would be awkward, and by
 * {@link Request} where the client sent malformed data. The client is sent the message, in the form that it prefers:
 * {@link ErrorPageBuilder#of(Request, StatusException)}.
 */
public final class StatusException extends RuntimeException {
    private final int status;

    /**
     * @param status 400 to 599
     * @param message the reason, for the client and the log
     * @throws IllegalArgumentException when the status is none of an error
     */
    public StatusException(int status, String message) {
        this(status, message, null);
    }

    /** The same with a cause, which is not for the client. */
    public StatusException(int status, String message, @Nullable Throwable cause) {
        super(message, cause);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is no error; expected 400 to 599");
        }
        this.status = status;
    }

    public int status() {
        return status;
    }
}
