package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Gosling's front-end as a server of the comparison, started by the launcher, with one event loop and one back-end.
 * Like the others it lets every request through at once: the admission limit is far above the number of concurrent
 * requests.
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
    public boolean needed() {
        return true;
    }

    @Override
    public boolean wantsOrigin() {
        return true;
    }

    @Override
    public Launch prepare(Site site) {
        return Launch.of(
                "sh",
                launcher,
                "dispatch --admin-port 0 --event-loops 1 --limits-idle-time 10m --admission " + ADMISSION,
                "--port " + site.address().plain() + " --backend 127.0.0.1:" + site.origin());
    }
}
