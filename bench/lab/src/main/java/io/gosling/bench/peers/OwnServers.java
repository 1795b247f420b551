package io.gosling.bench.peers;

import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProgramFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Servers of this project, started by the launcher, each alone in its cluster. */
record OwnServers(Path launcher) {
    static final String NAME = "gosling";

    /** The label of a node with one event loop, beside one with two. */
    static final String ONE_LOOP = "one loop";

    /** The label of a front-end that relays, beside one that hands off. */
    static final String PROXIED = "proxied";

    ComparedServer node(String label, int loops) {
        return node(label, loops, false);
    }

    /** A front-end before nginx. */
    ComparedServer frontEnd() {
        return frontEnd(NAME, OtherServers.NGINX, false);
    }

    /**
     * A front-end before a node whose time is not counted.
     *
     * @param handsOver whether it hands off connections to a node on its host; otherwise it relays
     */
    ComparedServer frontEnd(boolean handsOver) {
        return frontEnd(handsOver ? NAME : PROXIED, node(NAME, 1, true), handsOver);
    }

    private ComparedServer own(String label, @Nullable ComparedServer origin, ComparedServer.Preparation preparation) {
        ComparedServer.Version version = () -> Optional.of(ProgramFinder.version(launcher, "version"));
        return new ComparedServer(label, EnumSet.allOf(ComparisonRow.class), true, origin, null, version, preparation);
    }

    /** The directory for hand-offs to a node; created by the first process, with the permissions that it needs. */
    private static Path meeting(ComparedServer.Site site) {
        return site.root().resolveSibling("meeting");
    }

    private ComparedServer node(String label, int loops, boolean takesOver) {
        return own(label, null, site -> {
            List<Object> command = new ArrayList<>(List.of(
                    "sh",
                    launcher,
                    "serve --admin-port 0 --peer-port 0 --cluster-port 0 --tls-oldest 1.3 --event-loops " + loops,
                    "--limits-connections 12000 --limits-idle-time 10m --port "
                            + site.address().plain(),
                    "--https-port " + site.address().secure() + " --certificate",
                    site.certificate().chain(),
                    "--private-key",
                    site.certificate().key(),
                    "--memory",
                    site.dress() == ServerVariant.LITTLE_MEMORY ? "2m" : "64m"));
            if (site.dress() == ServerVariant.ACCESS_LOG) {
                command.addAll(List.of("--access-log", site.own().resolve("access.log")));
            }
            if (site.dress() == ServerVariant.TWO_SITES) {
                Path sites = site.write(
                        "sites.yaml", "first", ServerVariant.FIRST_HOST, "second", ServerVariant.SECOND_HOST);
                command.addAll(List.of("--config", sites));
            } else {
                command.add(site.root());
            }
            if (takesOver) {
                command.addAll(List.of("--handoff-directory", meeting(site)));
            }
            return LaunchCommand.of(command.toArray());
        });
    }

    /**
     * A front-end with one event loop and one back-end. Like the others it lets every request through at once: the
     * admission limit is far above the number of concurrent requests.
     */
    private ComparedServer frontEnd(String label, ComparedServer origin, boolean handsOver) {
        return own(label, origin, site -> {
            List<Object> command = new ArrayList<>(List.of(
                    "sh",
                    launcher,
                    "dispatch --admin-port 0 --event-loops 1 --limits-idle-time 10m --admission 1000",
                    "--port " + site.address().plain() + " --backend 127.0.0.1:" + site.origin()));
            if (handsOver) {
                command.addAll(List.of("--forwarding handoff-local --handoff-directory", meeting(site)));
            }
            return LaunchCommand.of(command.toArray());
        });
    }
}
