package io.gosling.bench.peers;

import io.gosling.node.CommandFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** CPU time a request: all servers of a row run, one at a time is loaded, each round in another order. */
final class CpuCourse implements Course {
    private final Workplace place;
    private final Certificate certificate;
    private final ServedFiles files;
    private final Cpus cpus;
    private final Pace pace;
    private final Map<String, WebServer> servers;

    /**
     * Compares these servers.
     *
     * @param servers by the name that their samples bear
     */
    CpuCourse(
            Workplace place,
            Certificate certificate,
            ServedFiles files,
            Cpus cpus,
            Pace pace,
            Map<String, WebServer> servers) {
        this.place = place;
        this.certificate = certificate;
        this.files = files;
        this.cpus = cpus;
        this.pace = pace;
        this.servers = servers;
    }

    @Override
    public void run(Row row, Ledger ledger) throws IOException, InterruptedException {
        try (Stage stage = new Stage(place, certificate, files, cpus, row)) {
            List<Stage.Running> running = new ArrayList<>();
            for (Map.Entry<String, WebServer> server : servers.entrySet()) {
                if (server.getValue().takesPart(row)) {
                    attempt(row, server.getKey(), ledger, () -> {
                        Stage.Running started = stage.start(server.getKey(), server.getValue());
                        stage.warmUp(started, pace.warmUp());
                        running.add(started);
                    });
                }
            }
            for (int round = 1; round <= pace.rounds(); round++) {
                for (Stage.Running server : List.copyOf(running)) {
                    int now = round;
                    if (!attempt(
                            row, server.name(), ledger, () -> ledger.enter(stage.load(server, now, pace.seconds())))) {
                        running.remove(server);
                    }
                }
                Collections.rotate(running, 1);
            }
        }
    }

    /** Goes on without a server that fails, unless nothing can be said without it. */
    private boolean attempt(Row row, String name, Ledger ledger, Step step) throws IOException, InterruptedException {
        try {
            step.take();
            return true;
        } catch (CommandFailure e) {
            WebServer server = servers.get(name);
            if (server == null || server.needed()) {
                throw e;
            }
            ledger.strike(row, name, String.valueOf(e.getMessage()));
            return false;
        }
    }

    @FunctionalInterface
    private interface Step {
        void take() throws IOException, InterruptedException;
    }
}
