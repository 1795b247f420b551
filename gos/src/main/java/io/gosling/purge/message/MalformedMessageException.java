package io.gosling.purge.message;

/** Thrown when bytes are no message; states the reason in words. */
public final class MalformedMessageException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedMessageException(String reason) {
        super(reason);
    }
}
