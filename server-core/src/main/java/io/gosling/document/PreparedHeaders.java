package io.gosling.document;

import java.util.Arrays;

/**
 * The headers of a document as the bytes that go on the wire, built once when the document is stored. ASCII, each
 * header ended by CRLF; the arrays are shared and never modified. Status line, Date and connection management are not
 * part of it: the server adds them. To be compared by {@link #isSame}.
 *
 * @param statusLine of another server's response, with its CRLF; empty for a document
 * @param ok the headers of a 200, with Content-Type and Content-Length
 * @param notModified the headers of a 304: the validators, none about content (RFC 9110, section 15.4.5); empty where
 *     the document has no validators
 * @param bornNanos the time at which the age of another server's response was zero, by the server's ticker
 */
public record PreparedHeaders(byte[] statusLine, byte[] ok, byte[] notModified, long bornNanos) {
    private static final byte[] NOTHING = {};
    private static final PreparedHeaders NONE = new PreparedHeaders(NOTHING, NOTHING);

    public PreparedHeaders(byte[] ok, byte[] notModified) {
        this(NOTHING, ok, notModified, 0);
    }

    /**
     * Creates the headers of another server's response: with a status line and a Date of its own, and an Age that
     * grows.
     *
     * @param fields with Date and Content-Length, without Age
     */
    public static PreparedHeaders ofReply(byte[] statusLine, byte[] fields, long bornNanos) {
        return new PreparedHeaders(statusLine, fields, NOTHING, bornNanos);
    }

    /** The age of another server's response in whole seconds (RFC 9111, section 5.1). */
    public long ageSeconds(long nowNanos) {
        return Math.max(0, nowNanos - bornNanos) / 1_000_000_000;
    }

    /** Returns the headers of a document that must not be sent before all rules were evaluated. */
    public static PreparedHeaders none() {
        return NONE;
    }

    public boolean isNone() {
        return ok.length == 0;
    }

    /** Returns whether these are the same bytes, or both are empty. */
    public boolean isSame(PreparedHeaders other) {
        return Arrays.equals(ok, other.ok) && Arrays.equals(notModified, other.notModified);
    }

    /** Returns whether the document has validators, so that a client's conditions can be evaluated here. */
    public boolean hasValidators() {
        return notModified.length > 0;
    }

    /** Heap bytes of the arrays, for the cache's accounting. */
    public int size() {
        return statusLine.length + ok.length + notModified.length;
    }
}
