package io.gosling.bench.peers;

import io.gosling.bench.process.OwnJava;
import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.Launch;
import io.gosling.tools.process.ProcessTree;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Measures the resident memory of an idle connection that was used once: the growth of a server that was loaded and
 * garbage-collected before, when so many connections are open and it was collected again. Each round starts and ends a
 * server.
 */
record IdleScenario(PeerScenarios all, int serverCpus, List<WebServer> servers) implements PeerScenario {
    static final int CONNECTIONS = 10_000;
    /** Memory varies less than time. */
    private static final int MOST_ROUNDS = 3;

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String HOLDER = "idle-connections";

    @Override
    public void run(PeerRow row, Ledger ledger) throws IOException, InterruptedException {
        for (int round = 1; round <= Math.min(all.pace().rounds(), MOST_ROUNDS); round++) {
            for (WebServer server : servers) {
                if (server.takesPart(row)) {
                    ledger.enter(life(row, round, server));
                }
            }
        }
    }

    private Sample life(PeerRow row, int round, WebServer server) throws IOException, InterruptedException {
        long began = System.nanoTime();
        try (Stage stage = all.stage(row, serverCpus)) {
            Stage.Running running = stage.start(server.label(), server);
            ProcessHandle process = running.process().toHandle();
            stage.warmUp(running, all.pace());
            long before = collected(server, process);
            Launch idle = OwnJava.launch(
                    HOLDER,
                    running.address().plain(),
                    CONNECTIONS,
                    "/" + row.load().file());
            Process holder = all.place().start(HOLDER, idle);
            try {
                awaitHeld(holder);
                double each = (double) (collected(server, process) - before) / CONNECTIONS;
                double seconds = (System.nanoTime() - began) / 1e9;
                return new Sample(row, round, server.label(), each, 0, seconds, Double.NaN);
            } finally {
                all.place().end(holder);
            }
        }
    }

    private long collected(WebServer server, ProcessHandle process) throws IOException, InterruptedException {
        if (server instanceof GoslingServer) {
            all.place().run("jcmd", Launch.of(OwnJava.program("jcmd"), process.pid(), "GC.run"), TIMEOUT.toSeconds());
        }
        return ProcessTree.residentBytes(process);
    }

    private void awaitHeld(Process holder) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!all.place().printed(HOLDER).startsWith(IdleConnections.HELD)) {
            if (!holder.isAlive() || System.nanoTime() - deadline > 0) {
                throw new CommandFailure(
                        ExitCode.FAILURE,
                        CONNECTIONS + " connections could not be held open; the limit of open files (ulimit -n) must be"
                                + " above that:\n" + all.place().printed(HOLDER));
            }
            Thread.sleep(PAUSE);
        }
    }
}
