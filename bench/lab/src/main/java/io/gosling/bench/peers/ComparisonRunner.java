package io.gosling.bench.peers;

import io.gosling.command.CommandFailureException;
import io.gosling.tools.process.CpuAssignment;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Chooses for each row the measurement, the servers and the CPUs. */
record ComparisonRunner(
        ProcessWorkspace place,
        SelfSignedCertificate certificate,
        ServedFiles files,
        List<Integer> cpus,
        Pace pace,
        OwnServers own,
        List<ComparedServer> others) {
    private static final int COLD_START_SECONDS = 10;

    /**
     * The number and the length of rounds and warm-ups.
     *
     * @param warmUp seconds of load before the first round
     * @param mostWarmUps how often that is repeated while requests become cheaper
     */
    record Pace(int rounds, int seconds, int warmUp, int mostWarmUps) {
        /** One short round, from which nothing can be concluded. */
        static final Pace QUICK = new Pace(1, 1, 1, 1);
    }

    static ComparisonRunner in(
            ProcessWorkspace place, List<Integer> cpus, Pace pace, Path launcher, List<ComparedServer> others)
            throws IOException, InterruptedException {
        ConfigurationTemplateFiller.write(place.directory("."), ComparisonLoad.PIPELINE, Map.of());
        ConfigurationTemplateFiller.write(
                place.directory("."), ComparisonLoad.RANDOM_FILES, Map.of("files", "" + ServedFiles.MANY));
        SelfSignedCertificate certificate = SelfSignedCertificate.make(place);
        ServedFiles files = ServedFiles.write(place.directory("site"));
        return new ComparisonRunner(place, certificate, files, cpus, pace, new OwnServers(launcher), others);
    }

    void run(ComparisonRow row, SampleCollector ledger) throws IOException, InterruptedException {
        switch (row) {
            case HEAP, HEAP_LOG -> new RequestHeapMeasurement(place, pace).run(row, ledger);
            case IDLE -> new IdleConnectionMeasurement(this, contestants()).run(row, ledger);
            case LOOPS -> load(row, 2, List.of(own.node(OwnServers.NAME, 2), own.node(OwnServers.ONE_LOOP, 1)), ledger);
            case PROXY_1K, PROXY_10K, PROXY_100K -> load(row, 1, proxies(), ledger);
            case CHAIN_1K -> load(row, 1, chains(), ledger);
            case HANDOFF_100K, HANDOFF_CLOSE -> load(row, 1, List.of(own.frontEnd(true), own.frontEnd(false)), ledger);
            case COLD -> {
                files.writeMany();
                load(row, 1, contestants(), ledger);
            }
            case COLD_START -> {
                files.writeMany();
                loadFromStart(row, ledger);
            }
            default -> load(row, 1, contestants(), ledger);
        }
    }

    RunningServers stage(ComparisonRow row, int serverCpus) {
        return new RunningServers(place, certificate, files, CpuAssignment.of(cpus, serverCpus), row);
    }

    /** Measures the CPU time of a request: all servers run, one at a time is loaded, each round in another order. */
    private void load(ComparisonRow row, int serverCpus, List<ComparedServer> servers, SampleCollector ledger)
            throws IOException, InterruptedException {
        List<ComparedServer> left = ofRow(row, servers);
        try (RunningServers stage = stage(row, serverCpus)) {
            Map<String, RunningServers.Running> running = new HashMap<>();
            each(row, left, ledger, server -> {
                RunningServers.Running started = stage.start(server.label(), server);
                stage.warmUp(started, pace);
                running.put(server.label(), started);
            });
            for (int round = 1; round <= pace.rounds(); round++) {
                int now = round;
                each(row, left, ledger, server -> {
                    RunningServers.Running started = Objects.requireNonNull(running.get(server.label()));
                    ledger.enter(stage.load(started, now, pace.seconds()));
                });
                Collections.rotate(left, 1);
            }
        }
    }

    /** The same, but each round starts each server anew and loads it from its first answer on. */
    private void loadFromStart(ComparisonRow row, SampleCollector ledger) throws IOException, InterruptedException {
        int seconds = pace.equals(Pace.QUICK) ? Pace.QUICK.seconds() : COLD_START_SECONDS;
        List<ComparedServer> left = ofRow(row, contestants());
        for (int round = 1; round <= pace.rounds(); round++) {
            int now = round;
            each(row, left, ledger, server -> {
                try (RunningServers stage = stage(row, 1)) {
                    ledger.enter(stage.load(stage.start(server.label(), server), now, seconds));
                }
            });
            Collections.rotate(left, 1);
        }
    }

    @FunctionalInterface
    private interface Step {
        void take(ComparedServer server) throws IOException, InterruptedException;
    }

    /** Takes a step for each server; one that fails is left out from then on, unless the row is useless without it. */
    private static void each(ComparisonRow row, List<ComparedServer> left, SampleCollector ledger, Step step)
            throws IOException, InterruptedException {
        for (ComparedServer server : List.copyOf(left)) {
            try {
                step.take(server);
            } catch (CommandFailureException e) {
                if (server.needed()) {
                    throw e;
                }
                ledger.strike(row, server.label(), String.valueOf(e.getMessage()));
                left.remove(server);
            }
        }
    }

    static List<ComparedServer> ofRow(ComparisonRow row, List<ComparedServer> servers) {
        return new ArrayList<>(
                servers.stream().filter(server -> server.rows().contains(row)).toList());
    }

    private List<ComparedServer> contestants() {
        return Stream.concat(Stream.of(own.node(OwnServers.NAME, 1)), others.stream())
                .toList();
    }

    List<String> absent(ComparisonRow row) {
        Set<ComparedServer> wanted = switch (row) {
            case PROXY_1K, PROXY_10K, PROXY_100K -> Set.of(OtherServers.HAPROXY);
            case CHAIN_1K -> Set.of(OtherServers.HAPROXY, OtherServers.VARNISH);
            default -> Set.of();
        };
        return wanted.stream()
                .filter(peer -> !others.contains(peer))
                .map(ComparedServer::label)
                .sorted()
                .toList();
    }

    private List<ComparedServer> proxies() {
        return others.contains(OtherServers.HAPROXY)
                ? List.of(own.frontEnd(), OtherServers.NGINX_PROXY, OtherServers.HAPROXY_PROXY)
                : List.of(own.frontEnd(), OtherServers.NGINX_PROXY);
    }

    private List<ComparedServer> chains() {
        ComparedServer chain = own.frontEnd().before(OwnServers.NAME, own.node(OwnServers.NAME, 1));
        return others.containsAll(List.of(OtherServers.HAPROXY, OtherServers.VARNISH))
                ? List.of(chain, OtherServers.HAPROXY_AND_VARNISH)
                : List.of(chain);
    }
}
