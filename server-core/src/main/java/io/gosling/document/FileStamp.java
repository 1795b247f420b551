package io.gosling.document;

/**
 * The state of a file when it was read, cheap to compare with the state it has now.
 *
 * @param size bytes
 * @param modifiedNanos last modification in nanoseconds since the epoch, as fine as the file system keeps it
 * @param identity the file system's own name of the file (inode and device) or empty where it has none; detects a file
 *     that was replaced by another one of the same size and time
 * @param tag the bytes' entity tag where the file was read so soon after it was written that one more write could have
 *     left size and time as they are; else empty
 */
public record FileStamp(long size, long modifiedNanos, String identity, String tag) {
    /** Creates a state that every later write changes. */
    public FileStamp(long size, long modifiedNanos, String identity) {
        this(size, modifiedNanos, identity, "");
    }

    FileStamp withTag(String bytesTag) {
        return new FileStamp(size, modifiedNanos, identity, bytesTag);
    }
}
