package io.gosling.document;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The kind and the state of a file, read at once. */
record FileState(boolean isDirectory, boolean isRegularFile, FileStamp stamp) {
    private static final String UNIX = "unix:isDirectory,isRegularFile,size,lastModifiedTime,fileKey,ctime";
    private static final boolean IS_UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    static FileState of(Path path, LinkOption... links) throws IOException {
        return IS_UNIX
                ? ofUnix(Files.readAttributes(path, UNIX, links))
                : of(Files.readAttributes(path, BasicFileAttributes.class, links));
    }

    private static FileState ofUnix(Map<String, Object> attributes) {
        return new FileState(
                is(attributes, "isDirectory"),
                is(attributes, "isRegularFile"),
                stamp(
                        (Long) Objects.requireNonNull(attributes.get("size")),
                        time(attributes, "lastModifiedTime"),
                        time(attributes, "ctime").to(TimeUnit.NANOSECONDS),
                        attributes.get("fileKey")));
    }

    private static FileState of(BasicFileAttributes attributes) {
        return new FileState(
                attributes.isDirectory(),
                attributes.isRegularFile(),
                stamp(attributes.size(), attributes.lastModifiedTime(), FileStamp.UNKNOWN, attributes.fileKey()));
    }

    private static boolean is(Map<String, Object> attributes, String name) {
        return (Boolean) Objects.requireNonNull(attributes.get(name));
    }

    private static FileTime time(Map<String, Object> attributes, String name) {
        return (FileTime) Objects.requireNonNull(attributes.get(name));
    }

    private static FileStamp stamp(long size, FileTime modified, long changedNanos, @Nullable Object identity) {
        String name = identity == null ? "" : identity.toString();
        return new FileStamp(size, modified.to(TimeUnit.NANOSECONDS), changedNanos, name, "");
    }
}
