package io.gosling.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;

/** A folder that only this user can read, for one run of {@code up}: the cluster's secret. Deleted when closed. */
final class RunFolder implements AutoCloseable {
    private static final int SECRET_BYTES = 32;

    private final Path folder;

    private RunFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder, with permissions 0700 where the file system has them. */
    static RunFolder create() throws IOException {
        return new RunFolder(Files.createTempDirectory("gosling-up-"));
    }

    Path path() {
        return folder;
    }

    /** A file with a new random secret, readable by its owner only. */
    Path secret() throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Path file = folder.resolve("secret");
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.writeString(file, HexFormat.of().formatHex(secret) + "\n");
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                Files.deleteIfExists(file);
            }
        }
    }
}
