package io.gosling.node;

import io.gosling.gos.cluster.ClusterSecret;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads the cluster's secret, and says when others on this machine can read it as well. */
final class SecretFile {
    private static final System.Logger log = System.getLogger(SecretFile.class.getName());

    private SecretFile() {}

    /**
     * The secret in a file.
     *
     * @throws IllegalArgumentException when it is too short
     */
    static ClusterSecret read(Path file) throws IOException {
        ClusterSecret secret = ClusterSecret.of(Files.readString(file));
        weakness(file).ifPresent(said -> log.log(Level.WARNING, said));
        return secret;
    }

    /** What is wrong with a file's permissions; nothing where the file system has none. */
    static Optional<String> weakness(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Optional.empty();
        }
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        boolean own = attributes.owner().getName().equals(System.getProperty("user.name"));
        Set<PosixFilePermission> permissions = attributes.permissions();
        return isExposed(permissions, own)
                ? Optional.of("--secret-file: " + file + " has the permissions "
                        + PosixFilePermissions.toString(permissions)
                        + "; expected none for others, who can join the cluster with it: chmod go= " + file)
                : Optional.empty();
    }

    /**
     * Whether others than this user may read or change it. A file of somebody else, such as root's, may be read by its
     * group: how else would this user have come to read it.
     */
    static boolean isExposed(Set<PosixFilePermission> permissions, boolean own) {
        Set<PosixFilePermission> open = EnumSet.of(
                PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
        if (own) {
            open.add(PosixFilePermission.GROUP_READ);
        }
        open.retainAll(permissions);
        return !open.isEmpty();
    }
}
