package io.gosling.document;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The state of a file when it was read, cheap to compare with the state it has now.
 *
 * @param size bytes
 * @param modifiedNanos last modification in nanoseconds since the epoch, as fine as the file system keeps it
 * @param changedNanos last change of its bytes or attributes in nanoseconds since the epoch: unlike the modification
 *     time, no program can set it back. {@link #UNKNOWN} where the file system does not tell it
 * @param identity the file system's own name of the file (inode and device) or empty where it has none; detects a file
 *     that was replaced by another one of the same size and time
 * @param tag the bytes' entity tag where the file was read so soon after it was written that one more write could have
 *     left size and time as they are; else empty
 */
public record FileStamp(long size, long modifiedNanos, long changedNanos, String identity, String tag) {
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** Returns the state of a file; links are followed. */
    public static FileStamp of(Path file) throws IOException {
        return FileState.of(file).stamp();
    }

    /** Creates a state that every later write changes. */
    public FileStamp(long size, long modifiedNanos, String identity) {
        this(size, modifiedNanos, UNKNOWN, identity, "");
    }

    /** Returns true if no other bytes can have this state: size and modification time can be set as one likes. */
    boolean isRecognizable() {
        return changedNanos != UNKNOWN && !identity.isEmpty();
    }

    FileStamp withTag(String bytesTag) {
        return new FileStamp(size, modifiedNanos, changedNanos, identity, bytesTag);
    }

    /** Written out, since the methods that a record generates cost the first request 10 ms. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileStamp stamp
                && stamp.size == size
                && stamp.modifiedNanos == modifiedNanos
                && stamp.changedNanos == changedNanos
                && stamp.identity.equals(identity)
                && stamp.tag.equals(tag);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(size ^ modifiedNanos ^ changedNanos) ^ identity.hashCode() ^ tag.hashCode();
    }
}
