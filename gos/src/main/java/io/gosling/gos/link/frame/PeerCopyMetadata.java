package io.gosling.gos.link.frame;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * The properties of a node's copy of a document, without the bytes. Immutable.
 *
 * @param representation with the length of the whole body
 * @param stamp the state of the file, as the node that read it has it
 * @param disk true if the node has just read it from its disk
 * @param version of the copy
 * @param uncheckedMillis since the copy was compared with its file, rounded up: a duration, since clocks differ
 */
public record PeerCopyMetadata(
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

    WireWriter write(WireWriter out) {
        return out.writeBoolean(disk)
                .writeLong(representation.length())
                .writeLong(version)
                .writeLong(uncheckedMillis)
                .writeShortText(representation.mediaType())
                .writeShortText(representation.etag())
                .writeLong(representation.lastModified().getEpochSecond())
                .writeLong(stamp.size())
                .writeLong(stamp.modifiedNanos())
                .writeLong(stamp.changedNanos())
                .writeShortText(stamp.identity())
                .writeShortText(stamp.tag());
    }

    static PeerCopyMetadata read(WireReader in) throws IOException {
        boolean disk = in.readBoolean();
        long length = TableFrameCodec.atLeast0(in.readLong(), "a length");
        long version = TableFrameCodec.atLeast0(in.readLong(), "a version");
        long unchecked = TableFrameCodec.atLeast0(in.readLong(), "a time");
        return new PeerCopyMetadata(
                new Representation(in.readShortText(), length, in.readShortText(), instant(in.readLong())),
                new FileStamp(in.readLong(), in.readLong(), in.readLong(), in.readShortText(), in.readShortText()),
                disk,
                version,
                unchecked);
    }

    private static Instant instant(long seconds) throws IOException {
        try {
            return Instant.ofEpochSecond(seconds);
        } catch (DateTimeException e) {
            throw new IOException("a date of " + seconds + " seconds", e);
        }
    }
}
