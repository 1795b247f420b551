package io.gosling.document;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The kind and the state of a file, read at once.
 *
 * @param changedNanos the last change of its bytes or attributes in nanoseconds since the epoch: unlike its
 *     modification time, no program can set it back. {@link #UNKNOWN} where the file system does not tell it
 */
record FileState(boolean isDirectory, boolean isRegularFile, FileStamp stamp, long changedNanos) {
    static final long UNKNOWN = Long.MIN_VALUE;

    /** The attributes that {@link #ofUnix} takes. */
    static final String UNIX = "unix:isDirectory,isRegularFile,size,lastModifiedTime,fileKey,ctime";

    static FileState ofUnix(Map<String, Object> attributes) {
        return new FileState(
                is(attributes, "isDirectory"),
                is(attributes, "isRegularFile"),
                stamp(
                        (Long) Objects.requireNonNull(attributes.get("size")),
                        time(attributes, "lastModifiedTime"),
                        attributes.get("fileKey")),
                time(attributes, "ctime").to(TimeUnit.NANOSECONDS));
    }

    /** Returns true if no other bytes can have this state: size and modification time can be set as one likes. */
    boolean isRecognizable() {
        return changedNanos != UNKNOWN && !stamp.identity().isEmpty();
    }

    static FileState of(BasicFileAttributes attributes) {
        return new FileState(
                attributes.isDirectory(),
                attributes.isRegularFile(),
                stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey()),
                UNKNOWN);
    }

    private static boolean is(Map<String, Object> attributes, String name) {
        return (Boolean) Objects.requireNonNull(attributes.get(name));
    }

    private static FileTime time(Map<String, Object> attributes, String name) {
        return (FileTime) Objects.requireNonNull(attributes.get(name));
    }

    private static FileStamp stamp(long size, FileTime modified, @Nullable Object identity) {
        return new FileStamp(size, modified.to(TimeUnit.NANOSECONDS), identity == null ? "" : identity.toString());
    }
}
