package io.gosling.bench.peers;

import io.gosling.tools.process.Cpus;
import io.gosling.tools.process.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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
            case LOOPS ->
                new CpuScenario(this, 2, List.of(node(2), GoslingServer.named(GoslingServer.ONE_LOOP, launcher, 1)));
            case PROXY_1K, PROXY_10K, PROXY_100K -> new CpuScenario(this, 1, proxies());
            case CHAIN_1K -> new CpuScenario(this, 1, chains());
            case HANDOFF_100K, HANDOFF_CLOSE ->
                new CpuScenario(
                        this,
                        1,
                        List.of(GoslingFrontEnd.before(launcher, true), GoslingFrontEnd.before(launcher, false)));
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

    private List<WebServer> contestants() {
        return Stream.concat(Stream.of(node(1)), others.stream()).toList();
    }

    private WebServer node(int loops) {
        return GoslingServer.named(OwnServer.NAME, launcher, loops);
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

    private List<WebServer> proxies() {
        WebServer own = GoslingFrontEnd.alone(launcher);
        return others.contains(Peer.HAPROXY) ? List.of(own, Proxy.NGINX, Proxy.HAPROXY) : List.of(own, Proxy.NGINX);
    }

    private List<WebServer> chains() {
        WebServer own = new FrontedServer(OwnServer.NAME, GoslingFrontEnd.alone(launcher), node(1));
        return others.containsAll(List.of(Peer.HAPROXY, Peer.VARNISH))
                ? List.of(own, FrontedServer.HAPROXY_AND_VARNISH)
                : List.of(own);
    }
}
