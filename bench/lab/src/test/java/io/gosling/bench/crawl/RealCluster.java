package io.gosling.bench.crawl;

import io.gosling.testing.HurriedJava;
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
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
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
 * {@code gosling up} as its users run it: the built jar, a front-end and nodes in processes of their own. Closing kills
 * all of them.
 */
final class RealCluster implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(4);
    private static final Duration STOP = Duration.ofSeconds(45);
    private static final Pattern READY = Pattern.compile("ready http=(\\S+) admin=\\S+ nodes=\\d+");
    /** A line of the table of addresses: a node's name, then HTTP, admin, peer and cluster. */
    private static final Pattern NODE_ROW = Pattern.compile("(?m)^(n\\d+) +(\\S+:\\d+) +(\\S+:\\d+)");
    /** A node among the members in a status. */
    private static final Pattern MEMBER = Pattern.compile("\"name\":\"([^\"]+)\",\"role\":\"all\"");

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
        List<String> command = HurriedJava.command(jar(), "-Xmx128m");
        command.addAll(List.of("up", "--port", "0", "--admin-port", "0"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("GOSLING_JVM", "-XX:TieredStopAtLevel=1");
        return new RealCluster(builder.start());
    }

    private static Path jar() {
        Path jar = Path.of("..", "..", "node", "target", "gosling.jar")
                .toAbsolutePath()
                .normalize();
        if (!Files.isRegularFile(jar)) {
            throw new AssertionError(jar + " is missing: run mvn package, not only the tests of this module");
        }
        return jar;
    }

    /** The front-end's address. */
    URI site() {
        return site;
    }

    /** The address at which a node answers clients itself. */
    URI http(String node) {
        return URI.create("http://" + address(node, 2) + "/");
    }

    private String address(String node, int column) {
        Matcher row = NODE_ROW.matcher(log());
        while (row.find()) {
            if (row.group(1).equals(node)) {
                return row.group(column);
            }
        }
        throw new AssertionError("no address of " + node + " in\n" + log());
    }

    /** Empties the Global Object Table of the whole cluster while it runs. */
    void emptyObjectTable() throws IOException, InterruptedException {
        HttpResponse<String> answer = admin("n1", HttpRequest.newBuilder().DELETE(), "/object-table");
        if (answer.statusCode() != 204) {
            throw new AssertionError("the table was not emptied: " + answer.statusCode() + " " + answer.body());
        }
    }

    /** The nodes that a node sees in the cluster, itself included. */
    Set<String> seenBy(String node) throws IOException, InterruptedException {
        Set<String> seen = new TreeSet<>(Set.of(node));
        Matcher member =
                MEMBER.matcher(admin(node, HttpRequest.newBuilder(), "/status").body());
        while (member.find()) {
            seen.add(member.group(1));
        }
        return seen;
    }

    private HttpResponse<String> admin(String node, HttpRequest.Builder request, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    request.uri(URI.create("http://" + address(node, 3) + path))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Stops a node's process where it stands, its connections open. */
    void freeze(String node) throws IOException, InterruptedException {
        signal("STOP", node);
    }

    /** Lets a frozen node go on. */
    void thaw(String node) throws IOException, InterruptedException {
        signal("CONT", node);
    }

    private void signal(String signal, String node) throws IOException, InterruptedException {
        ProcessHandle process = nodes().get(node);
        if (process == null) {
            throw new AssertionError(node + " is not running");
        }
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new AssertionError("kill -" + signal + " " + node + " ended with " + status);
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

    /** Sends TERM; nobody may be left. */
    void stop() throws InterruptedException {
        List<ProcessHandle> all = processes();
        up.destroy();
        boolean ended = up.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
        List<ProcessHandle> left = all.stream().filter(ProcessHandle::isAlive).toList();
        if (!ended || !left.isEmpty()) {
            throw new AssertionError("TERM left " + left.size() + " processes:\n" + log());
        }
    }

    private List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(up.toHandle()), up.descendants()).toList();
    }

    @Override
    public void close() {
        // First the one that would start the others again.
        processes().forEach(ProcessHandle::destroyForcibly);
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
