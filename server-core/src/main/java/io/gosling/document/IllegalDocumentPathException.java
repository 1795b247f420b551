package io.gosling.document;

/** A request path that is malformed or would leave the site's root; the message names the path and the rule. */
public final class IllegalDocumentPathException extends IllegalArgumentException {
    public IllegalDocumentPathException(String message) {
        super(message);
    }
}
