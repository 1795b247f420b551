package io.gosling.bench.peers;

import io.gosling.tools.process.Cpus;
import io.gosling.tools.process.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chooses for each row the scenario, the servers and the CPUs. */
record PeerScenarios(
        Workspace place,
        Certificate certificate,
        ServedFiles files,
        List<Integer> cpus,
        PeerScenario.Pace pace,
        Path launcher,
        List<WebServer> others) {
    static PeerScenarios in(
            Workspace place, List<Integer> cpus, PeerScenario.Pace pace, Path launcher, List<WebServer> others)
            throws IOException, InterruptedException {
        Template.write(place.directory("."), PeerLoad.PIPELINE, Map.of());
        Template.write(place.directory("."), PeerLoad.RANDOM_FILES, Map.of("files", "" + ServedFiles.MANY));
        Certificate certificate = Certificate.make(place);
        ServedFiles files = ServedFiles.write(place.directory("site"));
        return new PeerScenarios(place, certificate, files, cpus, pace, launcher, others);
    }

    PeerScenario of(PeerRow row) throws IOException {
        return switch (row) {
            case HEAP, HEAP_LOG -> new HeapScenario(place, pace);
            case IDLE -> new IdleScenario(this, 1, contestants());
            case LOOPS -> new CpuScenario(this, 2, loops());
            case PROXY_1K, PROXY_10K, PROXY_100K -> new CpuScenario(this, 1, proxies());
            case CHAIN_1K -> new CpuScenario(this, 1, chains());
            case HANDOFF_100K, HANDOFF_CLOSE -> new CpuScenario(this, 1, handingOver());
            case COLD, COLD_START -> {
                files.writeMany();
                yield new CpuScenario(this, 1, contestants());
            }
            default -> new CpuScenario(this, 1, contestants());
        };
    }

    Stage stage(PeerRow row, int serverCpus) {
        return new Stage(place, certificate, files, Cpus.of(cpus, serverCpus), row);
    }

    private Map<String, WebServer> contestants() {
        Map<String, WebServer> servers = new LinkedHashMap<>();
        servers.put(GoslingServer.NAME, new GoslingServer(launcher, 1));
        others.forEach(server -> servers.put(server.label(), server));
        return servers;
    }

    List<String> absent(PeerRow row) {
        Set<Peer> wanted = switch (row) {
            case PROXY_1K, PROXY_10K, PROXY_100K -> Set.of(Peer.HAPROXY);
            case CHAIN_1K -> Set.of(Peer.HAPROXY, Peer.VARNISH);
            default -> Set.of();
        };
        return wanted.stream()
                .filter(peer -> !others.contains(peer))
                .map(Peer::label)
                .sorted()
                .toList();
    }

    private Map<String, WebServer> proxies() {
        Map<String, WebServer> servers = new LinkedHashMap<>();
        servers.put(GoslingServer.NAME, new GoslingFrontEnd(launcher));
        servers.put(Proxy.NGINX.label(), Proxy.NGINX);
        if (others.contains(Peer.HAPROXY)) {
            servers.put(Proxy.HAPROXY.label(), Proxy.HAPROXY);
        }
        return servers;
    }

    private Map<String, WebServer> chains() {
        Map<String, WebServer> servers = new LinkedHashMap<>();
        servers.put(
                GoslingServer.NAME, new FrontedServer(new GoslingFrontEnd(launcher), new GoslingServer(launcher, 1)));
        if (others.containsAll(List.of(Peer.HAPROXY, Peer.VARNISH))) {
            servers.put(FrontedServer.HAPROXY_AND_VARNISH.label(), FrontedServer.HAPROXY_AND_VARNISH);
        }
        return servers;
    }

    private Map<String, WebServer> handingOver() {
        Map<String, WebServer> servers = new LinkedHashMap<>();
        servers.put(GoslingServer.NAME, HandoffFrontEnd.of(launcher, true));
        servers.put(HandoffFrontEnd.PROXIED, HandoffFrontEnd.of(launcher, false));
        return servers;
    }

    private Map<String, WebServer> loops() {
        Map<String, WebServer> servers = new LinkedHashMap<>();
        servers.put(GoslingServer.NAME, new GoslingServer(launcher, 2));
        servers.put(GoslingServer.ONE_LOOP, new GoslingServer(launcher, 1));
        return servers;
    }
}
