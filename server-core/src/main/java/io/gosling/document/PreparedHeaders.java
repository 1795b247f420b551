package io.gosling.document;

import java.util.Arrays;

/**
 * The headers of a document as the bytes that go on the wire, built once when the document is stored. ASCII, each
 * header ended by CRLF; never modified after construction. Status line, Date and connection management are not part
 * of it: the server adds them.
 */
public final class PreparedHeaders {
    private static final byte[] NOTHING = {};
    private static final PreparedHeaders NONE = new PreparedHeaders(NOTHING, NOTHING);

    private final byte[] ok;
    private final byte[] notModified;
    private final byte[] statusLine;
    private final long bornNanos;

    /**
     * @param ok the headers of a 200, with Content-Type and Content-Length
     * @param notModified the headers of a 304: the validators, none about content (RFC 9110, section 15.4.5); empty
     *     where the document has no validators
     */
    public PreparedHeaders(byte[] ok, byte[] notModified) {
        this(NOTHING, ok, notModified, 0);
    }

    private PreparedHeaders(byte[] statusLine, byte[] ok, byte[] notModified, long bornNanos) {
        this.statusLine = statusLine.clone();
        this.ok = ok.clone();
        this.notModified = notModified.clone();
        this.bornNanos = bornNanos;
    }

    /**
     * Creates the headers of another server's response: with a status line and a Date of its own, and an Age that
     * grows.
     *
     * @param statusLine with its CRLF
     * @param fields with Date and Content-Length, without Age
     * @param bornNanos the time at which its age was zero, by the server's ticker
     */
    public static PreparedHeaders ofReply(byte[] statusLine, byte[] fields, long bornNanos) {
        return new PreparedHeaders(statusLine, fields, NOTHING, bornNanos);
    }

    /** The status line of another server's response, with its CRLF. Shared, not a copy: read only. */
    public byte[] statusLine() {
        return statusLine;
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
        return this == NONE;
    }

    /** Returns whether these are the same bytes, or both are empty. */
    public boolean isSame(PreparedHeaders other) {
        return this == other
                || (!isNone()
                        && !other.isNone()
                        && Arrays.equals(ok, other.ok)
                        && Arrays.equals(notModified, other.notModified));
    }

    /** The headers of a 200. Shared, not a copy: read only. */
    public byte[] ok() {
        return ok;
    }

    /** Returns whether the document has validators, so that a client's conditions can be evaluated here. */
    public boolean hasValidators() {
        return notModified.length > 0;
    }

    /** The headers of a 304. Shared, not a copy: read only. */
    public byte[] notModified() {
        return notModified;
    }

    /** Heap bytes of the arrays, for the cache's accounting. */
    public int size() {
        return statusLine.length + ok.length + notModified.length;
    }
}
