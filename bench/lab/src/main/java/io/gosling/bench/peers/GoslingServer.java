package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One Gosling node as a server of the comparison, started by the launcher, alone in its cluster.
 *
 * @param takesOver whether front-ends on its host may hand off their clients' connections to it
 */
record GoslingServer(String label, Path launcher, int loops, boolean takesOver) implements OwnServer {
    /** The label of a node with one event loop, beside one with two. */
    static final String ONE_LOOP = "one loop";

    static GoslingServer named(String label, Path launcher, int loops) {
        return new GoslingServer(label, launcher, loops, false);
    }

    /** The directory for hand-offs to a node; created by the first process, with the permissions that it needs. */
    static Path meeting(Site site) {
        return site.root().resolveSibling("meeting");
    }

    @Override
    public Launch prepare(Site site) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", launcher.toString(), "serve"));
        WebServer.Address address = site.address();
        add(command, "--port", address.plain(), "--https-port", address.secure());
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
            Map<String, String> hosts = site.values("first", Dress.FIRST_HOST, "second", Dress.SECOND_HOST);
            add(command, "--config", Template.write(site.own(), "sites.yaml", hosts));
        } else {
            add(command, site.root());
        }
        if (takesOver) {
            add(command, "--handoff-directory", meeting(site));
        }
        return new Launch(command, Map.of());
    }

    private static void add(List<String> command, Object... arguments) {
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    }
}
