package io.gosling.purge.message;

/** Bytes that are no letter, with the reason in words. */
public final class MalformedLetter extends Exception {
    private static final long serialVersionUID = 1;

    MalformedLetter(String reason) {
        super(reason);
    }
}
