package io.gosling.document;

import java.util.Arrays;

/**
 * Header fields of a document as the bytes that go on the wire, made once when the document is stored.
 *
 * <p>ASCII, each field ended by CRLF; never modified after construction. Status line, Date and connection management
 * are not part of it: they are the server's business.
 */
public final class PreparedFields {
    private static final PreparedFields NONE = new PreparedFields(new byte[0], new byte[0]);

    private final byte[] ok;
    private final byte[] notModified;

    /**
     * @param ok the fields of a 200, with Content-Type and Content-Length
     * @param notModified the fields of a 304: the validators, no fields about content (RFC 9110, section 15.4.5)
     */
    public PreparedFields(byte[] ok, byte[] notModified) {
        this.ok = ok.clone();
        this.notModified = notModified.clone();
    }

    /** Those of a document that must not be answered with before all rules were asked. */
    public static PreparedFields none() {
        return NONE;
    }

    /** Whether nothing was prepared. */
    public boolean isNone() {
        return this == NONE;
    }

    /** Whether these are the same bytes, or nothing both. */
    public boolean isSame(PreparedFields other) {
        return this == other
                || (!isNone()
                        && !other.isNone()
                        && Arrays.equals(ok, other.ok)
                        && Arrays.equals(notModified, other.notModified));
    }

    /** The fields of a 200. Shared, not a copy: read only. */
    public byte[] ok() {
        return ok;
    }

    /** The fields of a 304. Shared, not a copy: read only. */
    public byte[] notModified() {
        return notModified;
    }

    /** Heap bytes of both arrays, for the cache's accounting. */
    public int size() {
        return ok.length + notModified.length;
    }
}
