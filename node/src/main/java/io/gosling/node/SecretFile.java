package io.gosling.node;

import io.gosling.gos.cluster.ClusterSecret;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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

    static Optional<String> weakness(Path file) throws IOException {
        return ExposedFile.weakness("--secret-file: ", file, "join the cluster");
    }
}
