package io.gosling.document;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The kind and the state of a file, read at once. */
record FileState(boolean isDirectory, boolean isRegularFile, FileStamp stamp) {
    private static final String ANYWHERE = "isDirectory,isRegularFile,size,lastModifiedTime,fileKey";
    private static final String NAMES =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix")
                    ? "unix:ctime," + ANYWHERE
                    : ANYWHERE;

    static FileState of(Path path, LinkOption... links) throws IOException {
        Map<String, Object> read = Files.readAttributes(path, NAMES, links);
        FileTime modified = (FileTime) Objects.requireNonNull(read.get("lastModifiedTime"));
        FileTime changed = (FileTime) read.get("ctime");
        FileStamp stamp = new FileStamp(
                (Long) Objects.requireNonNull(read.get("size")),
                modified.to(TimeUnit.NANOSECONDS),
                changed == null ? FileStamp.UNKNOWN : changed.to(TimeUnit.NANOSECONDS),
                Objects.toString(read.get("fileKey"), ""),
                "");
        return new FileState(
                Boolean.TRUE.equals(read.get("isDirectory")), Boolean.TRUE.equals(read.get("isRegularFile")), stamp);
    }

    /** Written out as in {@link FileStamp}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileState state
                && state.isDirectory == isDirectory
                && state.isRegularFile == isRegularFile
                && state.stamp.equals(stamp);
    }

    @Override
    public int hashCode() {
        return stamp.hashCode();
    }
}
