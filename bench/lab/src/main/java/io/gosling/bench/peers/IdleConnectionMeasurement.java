package io.gosling.bench.peers;

import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessTreeUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the resident memory of an idle connection that was used once: the growth of a server that was loaded and
 * garbage-collected before, when so many connections are open and it was collected again. Each round starts and ends a
 * server.
 */
record IdleConnectionMeasurement(ComparisonRunner all, List<ComparedServer> servers) {
    static final int CONNECTIONS = 10_000;
    /** Memory varies less than time. */
    private static final int MOST_ROUNDS = 3;

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    void run(ComparisonRow row, SampleCollector ledger) throws IOException, InterruptedException {
        for (int round = 1; round <= Math.min(all.pace().rounds(), MOST_ROUNDS); round++) {
            for (ComparedServer server : ComparisonRunner.ofRow(row, servers)) {
                ledger.enter(life(row, round, server));
            }
        }
    }

    private ComparisonSample life(ComparisonRow row, int round, ComparedServer server)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        try (RunningServers stage = all.stage(row, 1)) {
            RunningServers.Running running = stage.start(server.label(), server);
            ProcessHandle process = running.process().toHandle();
            stage.warmUp(running, all.pace());
            long before = collected(server, process);
            List<KeepAliveConnection> held = new ArrayList<>();
            try {
                hold(running, "/" + row.load.file(), held);
                double each = (double) (collected(server, process) - before) / CONNECTIONS;
                double seconds = (System.nanoTime() - began) / 1e9;
                return new ComparisonSample(row, round, server.label(), each, 0, seconds, Double.NaN);
            } finally {
                held.forEach(KeepAliveConnection::close);
            }
        }
    }

    /** Opens the connections, and sends one request on each. */
    private static void hold(RunningServers.Running server, String path, List<KeepAliveConnection> held) {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.address().plain());
        try {
            Instant end = Instant.now().plus(TIMEOUT);
            while (held.size() < CONNECTIONS) {
                if (Instant.now().isAfter(end)) {
                    throw new IOException("only " + held.size() + " connections in " + TIMEOUT);
                }
                KeepAliveConnection connection = KeepAliveConnection.open(address);
                held.add(connection);
                connection.get(path);
            }
        } catch (IOException e) {
            throw new CommandFailureException(
                    ExitCode.FAILURE,
                    CONNECTIONS + " connections could not be held open; the limit of open files (ulimit -n) must be"
                            + " above that:\n" + e);
        }
    }

    private long collected(ComparedServer server, ProcessHandle process) throws IOException, InterruptedException {
        if (server.label().equals(OwnServers.NAME)) {
            all.place()
                    .run(
                            "jcmd",
                            LaunchCommand.of(OwnJavaCommands.program("jcmd"), process.pid(), "GC.run"),
                            TIMEOUT.toSeconds());
        }
        return ProcessTreeUsage.residentBytes(process);
    }
}
