package io.gosling.bench.packet;

import io.gosling.bench.hosts.Hosts;
import io.gosling.bench.process.OwnJava;
import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.Launch;
import io.gosling.tools.process.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs {@code gosling load} on the clients' host. Used by one thread. */
record HttpClients(Workspace place, Hosts hosts, int clients, int warmUp, int seconds) {
    private static final String NAME = "load";
    private static final long LOOK_MILLIS = 20;
    /** The time for the JVM to start, and for requests in progress at the end. */
    private static final int BESIDE_SECONDS = 60;

    private static final Pattern COURSE = Pattern.compile("(?m)^\\d+ s: ");
    private static final Pattern COUNT = Pattern.compile("\"([^\"]+)\":(\\d+)");

    /**
     * Asks for these addresses.
     *
     * @param measured run when the first second after the warm-up is over, from which on costs are counted
     */
    ClientResult run(List<String> urls, boolean kept, Mark measured) throws IOException, InterruptedException {
        Path found = place.directory(NAME).resolve("load.json");
        Files.deleteIfExists(found);
        List<String> command = new ArrayList<>(hosts.inside(Testbed.CLIENT));
        Launch java = OwnJava.launch(NAME);
        command.addAll(java.command());
        command.addAll(urls);
        command.addAll(List.of("--clients", Integer.toString(clients), "--warm-up", Integer.toString(warmUp)));
        command.addAll(List.of("--seconds", Integer.toString(seconds), "--json", found.toString()));
        if (!kept) {
            command.add("--close");
        }
        Process process = place.start(NAME, new Launch(command, java.environment()));
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

    private void await(Process process, Mark measured) throws IOException, InterruptedException {
        process.getOutputStream().close();
        long deadline = System.nanoTime() + (warmUp + seconds + BESIDE_SECONDS) * 1_000_000_000L;
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

    private CommandFailure failure() throws IOException {
        return new CommandFailure(ExitCode.FAILURE, "gosling load did not end well:\n" + place.printed(NAME));
    }

    /** Parses the output of {@code --json}. */
    static ClientResult read(String json) {
        Map<String, Long> failed = new HashMap<>(counts(json, "errors"));
        counts(json, "statuses").forEach((status, count) -> {
            if (!status.equals("2xx")) {
                failed.put("status " + status, count);
            }
        });
        long answered = counts(json, "statuses").getOrDefault("2xx", 0L);
        return new ClientResult(
                number(json, "requests_per_s"),
                number(json, "bytes_per_s"),
                number(json, "mean"),
                number(json, "p50"),
                number(json, "p99"),
                answered,
                failed);
    }

    private static Map<String, Long> counts(String json, String object) {
        Map<String, Long> counts = new HashMap<>();
        Matcher members = Pattern.compile("\"" + object + "\":\\{([^}]*)\\}").matcher(json);
        if (members.find()) {
            Matcher member = COUNT.matcher(members.group(1));
            while (member.find()) {
                counts.put(member.group(1), Long.parseLong(member.group(2)));
            }
        }
        return counts;
    }

    private static double number(String json, String key) {
        Matcher value = Pattern.compile("\"" + key + "\":([0-9.]+)").matcher(json);
        return value.find() ? Double.parseDouble(value.group(1)) : 0;
    }
}
