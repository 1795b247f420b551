package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Servers of this project, started by the launcher, each alone in its cluster. */
record OwnServers(Path launcher) {
    static final String NAME = "gosling";

    /** The label of a node with one event loop, beside one with two. */
    static final String ONE_LOOP = "one loop";

    /** The label of a front-end that relays, beside one that hands off. */
    static final String PROXIED = "proxied";

    private static final String ADMISSION = "1000";

    WebServer node(String label, int loops) {
        return node(label, loops, false);
    }

    /** A front-end before nginx. */
    WebServer frontEnd() {
        return frontEnd(NAME, OtherServers.NGINX, false);
    }

    /**
     * A front-end before a node whose time is not counted.
     *
     * @param handsOver whether it hands off connections to a node on its host; otherwise it relays
     */
    WebServer frontEnd(boolean handsOver) {
        return frontEnd(handsOver ? NAME : PROXIED, node(NAME, 1, true), handsOver);
    }

    private WebServer own(String label, @Nullable WebServer origin, WebServer.Preparation preparation) {
        WebServer.Version version = () -> Optional.of(Programs.version(launcher, "version"));
        return new WebServer(label, EnumSet.allOf(PeerRow.class), true, origin, null, version, preparation);
    }

    /** The directory for hand-offs to a node; created by the first process, with the permissions that it needs. */
    private static Path meeting(WebServer.Site site) {
        return site.root().resolveSibling("meeting");
    }

    private WebServer node(String label, int loops, boolean takesOver) {
        return own(label, null, site -> {
            List<String> command = new ArrayList<>(List.of("sh", launcher.toString(), "serve"));
            add(
                    command,
                    "--port",
                    site.address().plain(),
                    "--https-port",
                    site.address().secure());
            add(command, "--certificate", site.certificate().chain());
            add(command, "--private-key", site.certificate().key(), "--tls-oldest", "1.3");
            add(command, "--admin-port", 0, "--peer-port", 0, "--cluster-port", 0);
            add(command, "--event-loops", loops);
            add(command, "--memory", site.dress() == Dress.LITTLE_MEMORY ? "2m" : "64m");
            add(command, "--limits-connections", 12_000, "--limits-idle-time", "10m");
            if (site.dress() == Dress.ACCESS_LOG) {
                add(command, "--access-log", site.own().resolve("access.log"));
            }
            if (site.dress() == Dress.TWO_SITES) {
                Path sites = site.write("sites.yaml", "first", Dress.FIRST_HOST, "second", Dress.SECOND_HOST);
                add(command, "--config", sites);
            } else {
                add(command, site.root());
            }
            if (takesOver) {
                add(command, "--handoff-directory", meeting(site));
            }
            return new Launch(command, Map.of());
        });
    }

    /**
     * A front-end with one event loop and one back-end. Like the others it lets every request through at once: the
     * admission limit is far above the number of concurrent requests.
     */
    private WebServer frontEnd(String label, WebServer origin, boolean handsOver) {
        return own(label, origin, site -> {
            List<String> command = new ArrayList<>(List.of("sh", launcher.toString(), "dispatch"));
            add(command, "--admin-port", 0, "--event-loops", 1, "--limits-idle-time", "10m", "--admission", ADMISSION);
            add(command, "--port", site.address().plain(), "--backend", "127.0.0.1:" + site.origin());
            if (handsOver) {
                add(command, "--forwarding", "handoff-local", "--handoff-directory", meeting(site));
            }
            return new Launch(command, Map.of());
        });
    }

    private static void add(List<String> command, Object... arguments) {
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    }
}
