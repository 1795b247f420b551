package io.gosling.bench.peers;

import io.gosling.command.CommandFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Measures the CPU time of a request: all servers of a row run, one at a time is loaded, each round in another order.
 * In the row {@link PeerRow#COLD_START} each round starts each server anew and loads it from its first answer on.
 */
record CpuScenario(PeerScenarios all, int serverCpus, List<WebServer> servers) implements PeerScenario {
    private static final int START_SECONDS = 10;

    @Override
    public void run(PeerRow row, Ledger ledger) throws IOException, InterruptedException {
        if (row == PeerRow.COLD_START) {
            loadFromStart(row, ledger);
            return;
        }
        Pace pace = all.pace();
        try (Stage stage = all.stage(row, serverCpus)) {
            List<Stage.Running> running = new ArrayList<>();
            for (WebServer server : servers) {
                if (server.takesPart(row)) {
                    attempt(row, server.label(), ledger, () -> {
                        Stage.Running started = stage.start(server.label(), server);
                        stage.warmUp(started, pace);
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

    private void loadFromStart(PeerRow row, Ledger ledger) throws IOException, InterruptedException {
        int seconds = all.pace().equals(Pace.QUICK) ? Pace.QUICK.seconds() : START_SECONDS;
        List<WebServer> left = new ArrayList<>(servers);
        left.removeIf(server -> !server.takesPart(row));
        for (int round = 1; round <= all.pace().rounds(); round++) {
            for (WebServer server : List.copyOf(left)) {
                int now = round;
                boolean measured = attempt(row, server.label(), ledger, () -> {
                    try (Stage stage = all.stage(row, serverCpus)) {
                        ledger.enter(stage.load(stage.start(server.label(), server), now, seconds));
                    }
                });
                if (!measured) {
                    left.remove(server);
                }
            }
            Collections.rotate(left, 1);
        }
    }

    /** Runs a step; continues without a server that fails, unless the row is useless without it. */
    private boolean attempt(PeerRow row, String name, Ledger ledger, Step step)
            throws IOException, InterruptedException {
        try {
            step.take();
            return true;
        } catch (CommandFailure e) {
            if (servers.stream().anyMatch(server -> server.label().equals(name) && server.needed())) {
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
