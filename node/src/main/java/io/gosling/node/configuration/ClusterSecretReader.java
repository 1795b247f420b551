package io.gosling.node.configuration;

import io.gosling.gos.membership.ClusterSecret;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the cluster's secret, and warns if other users of this machine can read it as well. */
public final class ClusterSecretReader {
    private static final System.Logger log = System.getLogger(ClusterSecretReader.class.getName());

    private ClusterSecretReader() {}

    /**
     * The secret in a file.
     *
     * @throws IllegalArgumentException when it is too short
     */
    public static ClusterSecret read(Path file) throws IOException {
        ClusterSecret secret = ClusterSecret.of(Files.readString(file));
        weakness(file).ifPresent(said -> log.log(Level.WARNING, said));
        return secret;
    }

    public static Optional<String> weakness(Path file) throws IOException {
        return FilePermissionCheck.weakness("--secret-file: ", file, "join the cluster");
    }
}
