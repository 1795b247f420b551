package io.gosling.bench.peers;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.node.process.PortBinder;
import io.gosling.tools.process.CpuAssignment;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The servers of one row while it is measured: started on their CPUs, compared, loaded, and ended with the row. */
final class RunningServers implements AutoCloseable {
    /** The time that a load generator may take beyond its own. */
    private static final long SPARE_SECONDS = 30;
    /** The maximum rate of failures, above which a round is void. */
    private static final long ONE_FAILURE_IN = 1000;

    /** The expected rate of a server that has not been loaded yet, in requests a second. */
    private static final long FIRST_RATE = 5000;

    private static final long WARM_REQUESTS = 100_000;
    /** A JVM that compiles no more costs at least so much of what it cost in the load before. */
    private static final double QUIET = 0.95;

    private final ProcessWorkspace place;
    private final SelfSignedCertificate certificate;
    private final ServedFiles files;
    private final CpuAssignment cpus;
    private final ComparisonRow row;
    private final List<Running> running = new ArrayList<>();
    private final Map<String, Long> rates = new HashMap<>();

    private @Nullable Running origin;

    record Running(String name, Process process, ComparedServer.Address address, Optional<Running> behind) {
        long cpuTicks() throws IOException {
            return ProcessTreeUsage.cpuTicks(process.toHandle())
                    + (behind.isPresent() ? behind.get().cpuTicks() : 0);
        }
    }

    RunningServers(
            ProcessWorkspace place,
            SelfSignedCertificate certificate,
            ServedFiles files,
            CpuAssignment cpus,
            ComparisonRow row) {
        this.place = place;
        this.certificate = certificate;
        this.files = files;
        this.cpus = cpus;
        this.row = row;
    }

    /** Starts a server on the server's CPUs, and returns when it has given the row's file, byte for byte. */
    Running start(String name, ComparedServer server) throws IOException, InterruptedException {
        ComparedServer back = server.behind();
        Optional<Running> behind = back == null ? Optional.empty() : Optional.of(start(name + " behind", back));
        ComparedServer wanted = server.origin();
        if (wanted != null && origin == null) {
            origin = start("origin", wanted, ServerVariant.PLAIN, Optional.empty(), cpus.load());
        }
        return start(name, server, row.dress(), behind, cpus.server());
    }

    private Running start(
            String name, ComparedServer server, ServerVariant dress, Optional<Running> behind, List<Integer> on)
            throws IOException, InterruptedException {
        ComparedServer.Address address = free();
        Optional<Running> asked = behind.or(() -> Optional.ofNullable(origin));
        LaunchCommand launch = server.preparation()
                .prepare(new ComparedServer.Site(
                        files.root(),
                        place.directory(row.label + "-" + name.replace(' ', '-')),
                        address,
                        certificate,
                        dress,
                        asked.map(running -> running.address().plain()).orElse(0)));
        Running started = new Running(name, place.start(name, pinned(on, launch)), address, behind);
        running.add(started);
        new ServerReadinessCheck(place, certificate, row, files.bytes(row.load.file())).await(started);
        return started;
    }

    /** Loads a server until it has answered much and a request costs no less than in the load before. */
    void warmUp(Running server, ComparisonRunner.Pace pace) throws IOException, InterruptedException {
        long answered = 0;
        double before = Double.POSITIVE_INFINITY;
        for (int times = 0; times < pace.mostWarmUps(); times++) {
            ComparisonSample sample = load(server, 0, pace.warmUp());
            answered += sample.requests();
            if (answered >= WARM_REQUESTS && sample.value() >= QUIET * before) {
                return;
            }
            before = sample.value();
        }
    }

    /** Puts the row's load on a server, and returns the cost of a request. */
    ComparisonSample load(Running server, int round, int seconds) throws IOException, InterruptedException {
        ComparisonLoad load = row.load;
        LaunchCommand launch = pinned(
                cpus.load(),
                new LaunchCommand(
                        load.command(server.address(), seconds, rates.getOrDefault(server.name(), FIRST_RATE)),
                        Map.of()));
        long busy = ProcessTreeUsage.busyTicks(cpus.server());
        long own = server.cpuTicks();
        long began = System.nanoTime();
        String printed = place.run(load.tool(), launch, seconds + SPARE_SECONDS);
        double took = (System.nanoTime() - began) / 1e9;
        own = server.cpuTicks() - own;
        busy = ProcessTreeUsage.busyTicks(cpus.server()) - busy;
        ComparisonLoad.Outcome outcome = load.outcome(printed);
        if (outcome.requests() == 0 || outcome.failed() > outcome.requests() / ONE_FAILURE_IN) {
            throw new CommandFailureException(
                    ExitCode.FAILURE,
                    ReportTextFormat.format(
                            "%s answered %d requests and failed %d; %s printed:%n%s",
                            server.name(), outcome.requests(), outcome.failed(), load.tool(), printed));
        }
        rates.put(server.name(), Math.max(FIRST_RATE, Math.round(outcome.requests() / took)));
        double cost = own / ProcessTreeUsage.TICKS_A_SECOND * 1e6 / outcome.requests();
        double share = Math.max(0, busy - own)
                / (took * ProcessTreeUsage.TICKS_A_SECOND * cpus.server().size());
        return new ComparisonSample(
                row, round, server.name(), cost, outcome.requests(), took, cpus.apart() ? share : Double.NaN);
    }

    @Override
    public void close() {
        place.kill(running.stream().map(Running::process).toList());
    }

    private static LaunchCommand pinned(List<Integer> cpus, LaunchCommand launch) {
        List<String> command = Stream.concat(
                        Stream.of("taskset", "-c", CpuAssignment.text(cpus)), launch.command().stream())
                .toList();
        return new LaunchCommand(command, launch.environment());
    }

    private static ComparedServer.Address free() throws IOException {
        List<Integer> free = PortBinder.free(InetAddress.getLoopbackAddress(), 2);
        return new ComparedServer.Address(free.getFirst(), free.getLast());
    }
}
