package io.gosling.http.documents;

/** A range of a document's bytes; both positions are included. */
public record ByteRange(long first, long last) {
    public long length() {
        return last - first + 1;
    }

    /** The value of Content-Range (RFC 9110, section 14.4). */
    String contentRange(long total) {
        return "bytes " + first + "-" + last + "/" + total;
    }
}
