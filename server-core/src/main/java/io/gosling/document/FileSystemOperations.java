package io.gosling.document;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The four operations that a document root needs of the file system; tests substitute failing ones. */
interface FileSystemOperations {
    /** The path with every link followed and every name as the file system spells it. */
    default Path real(Path path) throws IOException {
        return path.toRealPath();
    }

    /** The path with every name as the file system spells it, links not followed. */
    default Path spelled(Path path) throws IOException {
        return path.toRealPath(LinkOption.NOFOLLOW_LINKS);
    }

    /** The state of a file, or of a link, which is not followed. */
    default FileState attributes(Path path) throws IOException {
        return FileState.of(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens for reading; not if the last name has become a link meanwhile. */
    default FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    static FileSystemOperations system() {
        return new FileSystemOperations() {};
    }
}
