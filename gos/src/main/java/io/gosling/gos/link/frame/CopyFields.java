package io.gosling.gos.link.frame;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/** Writes and reads the properties of a copy as fields of a frame. Pure. */
final class CopyFields {
    private CopyFields() {}

    static void write(PeerCopy copy, WireWriter out) {
        Representation representation = copy.representation();
        FileStamp stamp = copy.stamp();
        out.writeBoolean(copy.disk()).writeLong(representation.length()).writeLong(copy.version());
        out.writeLong(copy.uncheckedMillis());
        out.writeShortText(representation.mediaType()).writeShortText(representation.etag());
        out.writeLong(representation.lastModified().getEpochSecond());
        out.writeLong(stamp.size()).writeLong(stamp.modifiedNanos()).writeLong(stamp.changedNanos());
        out.writeShortText(stamp.identity()).writeShortText(stamp.tag());
    }

    static PeerCopy read(WireReader in) throws IOException {
        boolean disk = in.readBoolean();
        long length = DirectoryFields.atLeast0(in.readLong(), "a length");
        long version = DirectoryFields.atLeast0(in.readLong(), "a version");
        long unchecked = DirectoryFields.atLeast0(in.readLong(), "a time");
        String mediaType = in.readShortText();
        String etag = in.readShortText();
        Representation representation = new Representation(mediaType, length, etag, instant(in.readLong()));
        long size = in.readLong();
        long modified = in.readLong();
        long changed = in.readLong();
        String identity = in.readShortText();
        FileStamp stamp = new FileStamp(size, modified, changed, identity, in.readShortText());
        return new PeerCopy(representation, stamp, disk, version, unchecked);
    }

    private static Instant instant(long seconds) throws IOException {
        try {
            return Instant.ofEpochSecond(seconds);
        } catch (DateTimeException e) {
            throw new IOException("a date of " + seconds + " seconds", e);
        }
    }
}
