package io.gosling.http;

/**
 * Ends a request with a status: thrown by a handler or a filter where returning a response would be awkward, and by
 * {@link Request} where the client sent malformed data. The client sees the status's page, not the message.
 */
public final class StatusException extends RuntimeException {
    private final int status;

    /**
     * @param status 400 to 599
     * @param message the reason, for the log
     * @throws IllegalArgumentException when the status is none of an error
     */
    public StatusException(int status, String message) {
        super(message);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is no error; expected 400 to 599");
        }
        this.status = status;
    }

    public int status() {
        return status;
    }
}
