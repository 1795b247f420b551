package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Gosling node to which front-ends on its host may hand off their clients' connections; it also answers relayed
 * requests.
 */
record HandoffNode(GoslingServer node) implements WebServer {
    /**
     * The directory in which front-ends of a row meet it, created by the first process with the permissions that it
     * needs.
     */
    static Path meeting(Site site) {
        return site.root().resolveSibling("meeting");
    }

    @Override
    public String label() {
        return node.label();
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return node.version();
    }

    @Override
    public Launch prepare(Site site) throws IOException {
        Launch plain = node.prepare(site);
        List<String> command = new ArrayList<>(plain.command());
        command.addAll(List.of("--handoff-directory", meeting(site).toString()));
        return new Launch(command, plain.environment());
    }
}
