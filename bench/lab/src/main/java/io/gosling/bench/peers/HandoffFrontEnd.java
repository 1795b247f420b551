package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gosling's front-end before a {@link HandoffNode} whose time is not counted: it hands off connections, or relays. */
record HandoffFrontEnd(GoslingFrontEnd front, HandoffNode node, boolean handsOver) implements WebServer {
    static final String PROXIED = "proxied";

    static HandoffFrontEnd of(Path launcher, boolean handsOver) {
        return new HandoffFrontEnd(
                new GoslingFrontEnd(launcher), new HandoffNode(new GoslingServer(launcher, 1)), handsOver);
    }

    @Override
    public String label() {
        return handsOver ? front.label() : PROXIED;
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return front.version();
    }

    @Override
    public boolean needed() {
        return true;
    }

    @Override
    public boolean wantsOrigin() {
        return true;
    }

    @Override
    public WebServer origin() {
        return node;
    }

    @Override
    public Launch prepare(Site site) throws IOException {
        Launch plain = front.prepare(site);
        List<String> command = new ArrayList<>(plain.command());
        if (handsOver) {
            String meeting = HandoffNode.meeting(site).toString();
            command.addAll(List.of("--forwarding", "handoff-local", "--handoff-directory", meeting));
        }
        return new Launch(command, plain.environment());
    }

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
}
