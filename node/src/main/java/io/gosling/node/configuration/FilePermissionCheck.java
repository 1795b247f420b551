package io.gosling.node.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Detects files that other users of this machine can read or change and should not. This is a warning and not an error:
 * containers get their secrets with permissions that they cannot choose.
 */
public final class FilePermissionCheck {
    private FilePermissionCheck() {}

    /** The weakness of a file's permissions; empty if the file system has none. */
    public static Optional<String> weakness(String what, Path file, String danger) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Optional.empty();
        }
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        boolean own = attributes.owner().getName().equals(System.getProperty("user.name"));
        Set<PosixFilePermission> permissions = attributes.permissions();
        return isExposed(permissions, own)
                ? Optional.of(what + file + " has the permissions " + PosixFilePermissions.toString(permissions)
                        + "; expected none for others, who can " + danger + " with it: chmod go= " + file)
                : Optional.empty();
    }

    /**
     * Returns true if users other than this one may read or change it. A file of another owner, such as root's, may be
     * readable by its group: otherwise this user could not read it.
     */
    public static boolean isExposed(Set<PosixFilePermission> permissions, boolean own) {
        Set<PosixFilePermission> open = EnumSet.of(
                PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);
        if (own) {
            open.add(PosixFilePermission.GROUP_READ);
        }
        open.retainAll(permissions);
        return !open.isEmpty();
    }
}
