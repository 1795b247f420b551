package io.gosling.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code gosling up} as its users run it: the built jar, a front-end and nodes in processes of their own. Closing sends
 * TERM and fails when a process is left.
 */
final class RealCluster implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(120);
    private static final Duration STOP = Duration.ofSeconds(45);
    private static final Pattern READY = Pattern.compile("ready http=(\\S+) admin=\\S+ nodes=\\d+");
    /** The line of the first node in the table of addresses: its name, then HTTP, admin, peer and cluster. */
    private static final Pattern NODE_ROW = Pattern.compile("(?m)^n1 +\\S+:\\d+ +(\\S+:\\d+)");

    private final Process up;
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Matcher> ready = new CompletableFuture<>();
    private final URI site;

    private RealCluster(Process up) throws InterruptedException {
        this.up = up;
        Thread.ofVirtual().name("cluster log").start(this::readLog);
        try {
            Matcher line = ready.get(START.toSeconds(), TimeUnit.SECONDS);
            this.site = URI.create("http://" + line.group(1) + "/");
        } catch (ExecutionException | TimeoutException e) {
            up.descendants().forEach(ProcessHandle::destroyForcibly);
            up.destroyForcibly();
            throw new AssertionError("the cluster did not get ready in " + START + ":\n" + log(), e);
        }
    }

    /** Starts {@code gosling up} with these arguments and waits until it says that it is ready. */
    static RealCluster up(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx128m",
                "-jar",
                jar().toString(),
                "up",
                "--port",
                "0",
                "--admin-port",
                "0"));
        command.addAll(List.of(arguments));
        return new RealCluster(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private static Path jar() {
        Path jar =
                Path.of("..", "node", "target", "gosling.jar").toAbsolutePath().normalize();
        if (!Files.isRegularFile(jar)) {
            throw new AssertionError(jar + " is missing: run mvn package, not only the tests of this module");
        }
        return jar;
    }

    /** The front-end's address. */
    URI site() {
        return site;
    }

    /** Empties the Global Object Table of the whole cluster while it runs. */
    void emptyObjectTable() throws IOException, InterruptedException {
        Matcher row = NODE_ROW.matcher(log());
        if (!row.find()) {
            throw new AssertionError("no address of n1 in\n" + log());
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + row.group(1) + "/object-table"))
                            .timeout(Duration.ofSeconds(20))
                            .DELETE()
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 204) {
                throw new AssertionError("the table was not emptied: " + answer.statusCode() + " " + answer.body());
            }
        }
    }

    /** The running node processes by name, as a person would find them: by their command lines. */
    Map<String, ProcessHandle> nodes() {
        Pattern name = Pattern.compile(" serve .*--name[ =](\\S+)");
        return up.descendants()
                .flatMap(process -> process.info().commandLine().stream()
                        .map(name::matcher)
                        .filter(Matcher::find)
                        .map(found -> Map.entry(found.group(1), process)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Everything that was logged so far. */
    String log() {
        return String.join("\n", log);
    }

    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> all =
                Stream.concat(Stream.of(up.toHandle()), up.descendants()).toList();
        up.destroy();
        boolean ended = up.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
        List<ProcessHandle> left = all.stream().filter(ProcessHandle::isAlive).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        if (!ended || !left.isEmpty()) {
            throw new AssertionError("TERM left " + left.size() + " processes:\n" + log());
        }
    }

    private void readLog() {
        try (BufferedReader lines = up.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                Matcher found = READY.matcher(line);
                // The front-end's own line, behind its name, comes before it knows every node.
                if (found.matches()) {
                    ready.complete(found);
                }
            }
            ready.completeExceptionally(new IOException("the process ended"));
        } catch (IOException | UncheckedIOException e) {
            ready.completeExceptionally(e);
        }
    }
}
