package io.gosling.bench.peers;

import io.gosling.bench.peers.WebServer.Site;
import io.gosling.bench.process.Cpus;
import io.gosling.bench.process.Launch;
import io.gosling.bench.process.ProcessTree;
import io.gosling.bench.process.Workplace;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The servers of one row while it is measured: started on their CPUs, compared, loaded, and ended with the row. */
final class Stage implements AutoCloseable {
    /** What a load generator may take beyond its time. */
    private static final long SPARE_SECONDS = 30;
    /** With more failures among so many requests a round says nothing. */
    private static final long ONE_FAILURE_IN = 1000;

    /** What is expected of a server that has not been loaded yet, requests a second. */
    private static final long FIRST_RATE = 5000;

    private static final long WARM_REQUESTS = 100_000;
    private static final int MOST_WARM_UPS = 5;

    private final Workplace place;
    private final Certificate certificate;
    private final ServedFiles files;
    private final Cpus cpus;
    private final Row row;
    private final List<Running> running = new ArrayList<>();
    /** How many requests a second each server has answered when it was last loaded. */
    private final Map<String, Long> rates = new HashMap<>();

    private @Nullable Running origin;

    /** A server that answers. */
    record Running(String name, Process process, Address address) {}

    Stage(Workplace place, Certificate certificate, ServedFiles files, Cpus cpus, Row row) {
        this.place = place;
        this.certificate = certificate;
        this.files = files;
        this.cpus = cpus;
        this.row = row;
    }

    /** Starts a server on the server's CPUs, and returns when it has given the row's file, byte for byte. */
    Running start(String name, WebServer server) throws IOException, InterruptedException {
        if (server.wantsOrigin() && origin == null) {
            origin = start("origin", new Nginx(false), Dress.PLAIN, 0, cpus.load());
        }
        int port = origin == null ? 0 : origin.address().plain();
        Running started = start(name, server, row.dress(), port, cpus.server());
        new FirstAnswer(place, certificate, row, files.bytes(row.load().file())).await(started);
        return started;
    }

    private Running start(String name, WebServer server, Dress dress, int originPort, List<Integer> on)
            throws IOException {
        Address address = free();
        Launch launch = server.prepare(new Site(
                files.root(),
                place.directory(row.label() + "-" + name.replace(' ', '-')),
                address,
                certificate,
                dress,
                originPort));
        Running started = new Running(name, place.start(name, pinned(on, launch)), address);
        running.add(started);
        return started;
    }

    /** Loads a server for so long, and again until it has answered so much that a JVM has compiled what it uses. */
    void warmUp(Running server, int seconds) throws IOException, InterruptedException {
        long answered = 0;
        for (int times = 0; times < MOST_WARM_UPS && answered < WARM_REQUESTS; times++) {
            answered += load(server, 0, seconds).requests();
        }
    }

    /** Puts the row's load on a server, and says what a request cost it. */
    Sample load(Running server, int round, int seconds) throws IOException, InterruptedException {
        Load load = row.load();
        Launch launch = pinned(
                cpus.load(),
                new Launch(
                        load.command(server.address(), seconds, rates.getOrDefault(server.name(), FIRST_RATE)),
                        Map.of()));
        long busy = ProcessTree.busyTicks(cpus.server());
        long own = ProcessTree.cpuTicks(server.process().toHandle());
        long began = System.nanoTime();
        String printed = place.run(load.tool(), launch, seconds + SPARE_SECONDS);
        double took = (System.nanoTime() - began) / 1e9;
        own = ProcessTree.cpuTicks(server.process().toHandle()) - own;
        busy = ProcessTree.busyTicks(cpus.server()) - busy;
        Load.Outcome outcome = load.outcome(printed);
        if (outcome.requests() == 0 || outcome.failed() > outcome.requests() / ONE_FAILURE_IN) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    String.format(
                            Locale.ROOT,
                            "%s answered %d requests and failed %d; %s printed:%n%s",
                            server.name(),
                            outcome.requests(),
                            outcome.failed(),
                            load.tool(),
                            printed));
        }
        rates.put(server.name(), Math.max(FIRST_RATE, Math.round(outcome.requests() / took)));
        double cost = own / ProcessTree.TICKS_A_SECOND * 1e6 / outcome.requests();
        double share = Math.max(0, busy - own)
                / (took * ProcessTree.TICKS_A_SECOND * cpus.server().size());
        return new Sample(row, round, server.name(), cost, outcome.requests(), took, cpus.apart() ? share : Double.NaN);
    }

    @Override
    public void close() {
        running.reversed().forEach(server -> place.end(server.process()));
    }

    private static Launch pinned(List<Integer> cpus, Launch launch) {
        List<String> command = Stream.concat(Stream.of("taskset", "-c", Cpus.text(cpus)), launch.command().stream())
                .toList();
        return new Launch(command, launch.environment());
    }

    /** Two ports that nobody uses now. */
    private static Address free() throws IOException {
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Address(one.getLocalPort(), other.getLocalPort());
        }
    }
}
