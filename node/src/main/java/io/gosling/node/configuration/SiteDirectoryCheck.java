package io.gosling.node.configuration;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checks that a directory can be served, and explains why if it cannot. */
public final class SiteDirectoryCheck {
    private SiteDirectoryCheck() {}

    /** The reason why a directory cannot be served, and what to do about it. */
    public record Obstacle(ExitCode code, String text) {}

    /**
     * The absolute path of a directory that can be listed, with its links.
     *
     * @throws CommandFailureException when it is missing, something else, or may not be read
     */
    public static Path require(Path directory) {
        Obstacle obstacle = obstacle(directory);
        if (obstacle != null) {
            throw new CommandFailureException(obstacle.code(), "DIR: " + obstacle.text());
        }
        return directory.toAbsolutePath();
    }

    public static @Nullable Obstacle obstacle(Path directory) {
        if (!Files.exists(directory)) {
            if (directory.toString().matches("\\w+:/.*")) {
                return new Obstacle(
                        ExitCode.NOT_FOUND,
                        directory + " does not exist; expected the directory to serve, or a URL, which begins with"
                                + " http:// or https://");
            }
            return new Obstacle(
                    ExitCode.NOT_FOUND,
                    directory + " does not exist; expected the directory to serve: make it or name another");
        }
        if (!Files.isDirectory(directory)) {
            return new Obstacle(
                    ExitCode.NOT_FOUND,
                    directory + " is not a directory; expected the directory to serve: name another");
        }
        if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
            return new Obstacle(
                    ExitCode.REFUSED,
                    directory + " may not be read by this user; grant read and search permission on it");
        }
        return null;
    }
}
