package io.gosling.document;

/**
 * The state of a file when it was read, cheap to compare with the state it has now.
 *
 * @param size bytes
 * @param modifiedNanos last modification in nanoseconds since the epoch, as fine as the file system keeps it
 * @param identity the file system's own name of the file (inode and device) or empty where it has none; notices a file
 *     that was replaced by another one of the same size and time
 */
public record Stamp(long size, long modifiedNanos, String identity) {}
