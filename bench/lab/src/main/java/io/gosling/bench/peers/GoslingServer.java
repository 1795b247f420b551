package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One Gosling node as a server of the comparison, started by the launcher, alone in its cluster. */
record GoslingServer(Path launcher, int loops) implements WebServer {
    static final String NAME = "gosling";
    /** The label of a node with one event loop, beside one with two. */
    static final String ONE_LOOP = "one loop";

    @Override
    public String label() {
        return NAME;
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
        return new Launch(command, Map.of());
    }

    private static void add(List<String> command, Object... arguments) {
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    }
}
