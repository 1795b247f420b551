package io.gosling.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says clearly why a directory cannot be served. */
final class SiteDirectory {
    private SiteDirectory() {}

    /**
     * The real path of a directory that can be listed.
     *
     * @throws CommandFailure when it is missing, something else, or may not be read
     */
    static Path require(Path directory) {
        if (!Files.exists(directory)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "DIR: " + directory + " does not exist; expected the directory to serve");
        }
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "DIR: " + directory + " is not a directory; expected the directory to serve");
        }
        if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "DIR: " + directory + " may not be read by this user; grant read and search permission on it");
        }
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.REFUSED, "DIR: " + directory + " cannot be read: " + e.getMessage(), e);
        }
    }
}
