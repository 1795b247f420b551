package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gosling's front-end as a server of the comparison, started by the launcher, with one event loop and one back-end.
 * Like the others it lets every request through at once: the admission limit is far above the number of concurrent
 * requests.
 *
 * @param handsOver whether it hands off connections to a node on its host; otherwise it relays
 */
record GoslingFrontEnd(String label, Path launcher, WebServer origin, boolean handsOver) implements OwnServer {
    static final String PROXIED = "proxied";
    private static final String ADMISSION = "1000";

    /** One before nginx. */
    static GoslingFrontEnd alone(Path launcher) {
        return new GoslingFrontEnd(NAME, launcher, new Nginx(false), false);
    }

    /** One before a node whose time is not counted. */
    static GoslingFrontEnd before(Path launcher, boolean handsOver) {
        GoslingServer node = new GoslingServer(NAME, launcher, 1, true);
        return new GoslingFrontEnd(handsOver ? NAME : PROXIED, launcher, node, handsOver);
    }

    @Override
    public boolean wantsOrigin() {
        return true;
    }

    @Override
    public Launch prepare(Site site) {
        Launch plain = Launch.of(
                "sh",
                launcher,
                "dispatch --admin-port 0 --event-loops 1 --limits-idle-time 10m --admission " + ADMISSION,
                "--port " + site.address().plain() + " --backend 127.0.0.1:" + site.origin());
        List<String> command = new ArrayList<>(plain.command());
        if (handsOver) {
            String meeting = GoslingServer.meeting(site).toString();
            command.addAll(List.of("--forwarding", "handoff-local", "--handoff-directory", meeting));
        }
        return new Launch(command, plain.environment());
    }
}
