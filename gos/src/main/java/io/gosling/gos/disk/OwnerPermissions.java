package io.gosling.gos.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Owner-only permissions for new files, where the file system has such: stored content may be private. */
public final class OwnerPermissions {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private OwnerPermissions() {}

    private static boolean isKnown(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The attributes with which to make a file or directory; none where the file system has no permissions. */
    public static FileAttribute<?>[] only(Path path, String permissions) {
        return isKnown(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Checks a directory that may have existed.
     *
     * @param own a file that this process has made there
     * @throws IOException when others may access it, or it is another user's
     */
    static void check(Path directory, Path own) throws IOException {
        if (!isKnown(directory)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
        if (!OWNERS.containsAll(permissions)) {
            throw new IOException(directory + " is open to others (" + PosixFilePermissions.toString(permissions)
                    + "); expected rwx------: chmod 700 " + directory);
        }
        String owner = Files.getOwner(directory).getName();
        String user = Files.getOwner(own).getName();
        if (!owner.equals(user)) {
            throw new IOException(directory + " belongs to " + owner + "; expected a directory of " + user);
        }
    }
}
