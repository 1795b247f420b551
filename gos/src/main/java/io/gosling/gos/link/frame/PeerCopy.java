package io.gosling.gos.link.frame;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;

/**
 * The properties of a node's copy of a document, without the bytes. Immutable.
 *
 * @param representation with the length of the whole body
 * @param stamp the state of the file, as the node that read it has it
 * @param disk true if the node has just read it from its disk
 * @param version of the copy
 * @param uncheckedMillis since the copy was compared with its file, rounded up: a duration, since clocks differ
 */
public record PeerCopy(
        Representation representation, FileStamp stamp, boolean disk, long version, long uncheckedMillis) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The milliseconds of a duration in nanoseconds, rounded up. */
    public static long millis(long nanos) {
        return Math.ceilDiv(nanos, NANOS_PER_MILLI);
    }

    public long length() {
        return representation.length();
    }

    public long uncheckedNanos() {
        return Math.min(uncheckedMillis, Long.MAX_VALUE / NANOS_PER_MILLI) * NANOS_PER_MILLI;
    }
}
