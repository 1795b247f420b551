package io.gosling.document;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The four operations that a document root needs of the file system; tests substitute failing ones. */
interface FileSystemView {
    /** The path with every link followed and every name as the file system spells it. */
    Path real(Path path) throws IOException;

    /** The path with every name as the file system spells it, links not followed. */
    Path spelled(Path path) throws IOException;

    /** The state of a file, or of a link, which is not followed. */
    FileState attributes(Path path) throws IOException;

    /** Opens for reading; not if the last name has become a link meanwhile. */
    FileChannel open(Path path) throws IOException;

    static FileSystemView system() {
        return new FileSystemView() {
            @Override
            public Path real(Path path) throws IOException {
                return path.toRealPath();
            }

            @Override
            public Path spelled(Path path) throws IOException {
                return path.toRealPath(LinkOption.NOFOLLOW_LINKS);
            }

            @Override
            public FileState attributes(Path path) throws IOException {
                return FileState.of(path, LinkOption.NOFOLLOW_LINKS);
            }

            @Override
            public FileChannel open(Path path) throws IOException {
                return FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            }
        };
    }
}
