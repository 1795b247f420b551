package io.gosling.bench.packet;

import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Runs {@code gosling load} on the clients' host. Used by one thread. */
record HttpLoadRun(ProcessWorkspace place, NamespaceHosts hosts, int clients, ExperimentProcedure rounds) {
    private static final String NAME = "load";
    private static final long LOOK_MILLIS = 20;
    /** The time for the JVM to start, and for requests in progress at the end. */
    private static final int BESIDE_SECONDS = 60;

    private static final Pattern COURSE = Pattern.compile("(?m)^\\d+ s: ");

    /** @param measured run when the first second after the warm-up is over, from which on costs are counted */
    LoadRunResult run(List<String> urls, boolean kept, PacketTrial.Mark measured)
            throws IOException, InterruptedException {
        Path found = place.directory(NAME).resolve("load.json");
        Files.deleteIfExists(found);
        List<Object> arguments = new ArrayList<>(List.of(NAME));
        arguments.addAll(urls);
        arguments.add("--clients " + clients + " --warm-up " + rounds.warmUp().toSeconds() + " --seconds "
                + rounds.measured().toSeconds());
        arguments.addAll(kept ? List.of("--json", found) : List.of("--close --json", found));
        Process process = place.start(
                NAME, hosts.inside(PacketTestNetworkFactory.CLIENT, OwnJavaCommands.launch(arguments.toArray())));
        try {
            await(process, measured);
        } finally {
            place.end(process);
        }
        if (!Files.exists(found)) {
            throw failure();
        }
        return read(Files.readString(found));
    }

    private void await(Process process, PacketTrial.Mark measured) throws IOException, InterruptedException {
        process.getOutputStream().close();
        Duration longest = rounds.warmUp().plus(rounds.measured()).plusSeconds(BESIDE_SECONDS);
        long deadline = System.nanoTime() + longest.toNanos();
        boolean begun = false;
        while (process.isAlive() && System.nanoTime() - deadline < 0) {
            if (!begun && COURSE.matcher(place.printed(NAME)).find()) {
                begun = true;
                measured.set();
            }
            Thread.sleep(LOOK_MILLIS);
        }
        if (process.isAlive() || process.exitValue() != 0) {
            throw failure();
        }
    }

    private CommandFailureException failure() throws IOException {
        return new CommandFailureException(ExitCode.FAILURE, "gosling load did not end well:\n" + place.printed(NAME));
    }

    static LoadRunResult read(String json) throws IOException {
        Map<?, ?> load = AdminClient.parse(json);
        Map<?, ?> delays = StatusReport.map(load, "delay_ms");
        Map<String, Long> failed = DispatcherStatus.counts(load, "errors");
        Map<String, Long> statuses = DispatcherStatus.counts(load, "statuses");
        Long answered = statuses.remove("2xx");
        statuses.forEach((status, count) -> failed.put("status " + status, count));
        return new LoadRunResult(
                StatusReport.number(load, "requests_per_s"),
                StatusReport.number(load, "bytes_per_s"),
                StatusReport.number(delays, "mean"),
                StatusReport.number(delays, "p50"),
                StatusReport.number(delays, "p99"),
                answered == null ? 0 : answered,
                failed);
    }
}
