package io.gosling.purge.message;

/** Bytes that are no letter, with the reason in words. */
public final class MalformedMessage extends Exception {
    private static final long serialVersionUID = 1;

    MalformedMessage(String reason) {
        super(reason);
    }
}
