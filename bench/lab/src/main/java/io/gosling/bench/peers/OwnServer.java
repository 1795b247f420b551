package io.gosling.bench.peers;

import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A server of this project, started by the launcher. */
interface OwnServer extends WebServer {
    String NAME = "gosling";

    Path launcher();

    @Override
    default Optional<String> version() throws IOException, InterruptedException {
        return Optional.of(Programs.version(launcher(), "version"));
    }

    @Override
    default boolean needed() {
        return true;
    }
}
