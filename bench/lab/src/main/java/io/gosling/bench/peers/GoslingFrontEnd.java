package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gosling's front-end as a server of the comparison, started by the launcher, with one event loop and one back-end.
 * Like the others it lets every request through at once: the admission limit is far above the number of concurrent
 * requests.
 *
 * @param launcher the script {@code gosling}
 */
record GoslingFrontEnd(Path launcher) implements WebServer {
    private static final String ADMISSION = "1000";

    @Override
    public String label() {
        return GoslingServer.NAME;
    }

    @Override
    public Optional<String> version() throws IOException, InterruptedException {
        return Optional.of(Programs.version(launcher, "version"));
    }

    @Override
    public boolean takesPart(PeerRow row) {
        return true;
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
    public Launch prepare(Site site) {
        return new Launch(
                List.of(
                        "sh",
                        launcher.toString(),
                        "dispatch",
                        "--port",
                        "" + site.address().plain(),
                        "--admin-port",
                        "0",
                        "--backend",
                        "127.0.0.1:" + site.origin(),
                        "--event-loops",
                        "1",
                        "--admission",
                        ADMISSION,
                        "--limits-idle-time",
                        "10m"),
                Map.of());
    }
}
