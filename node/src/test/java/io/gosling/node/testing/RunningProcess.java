package io.gosling.node.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.node.process.ReadyLine;
import io.gosling.testing.HurriedJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A process of the built jar, or of the launcher. Its standard error is kept; it is killed when closed. */
public final class RunningProcess implements AutoCloseable {
    public static final Path JAR = Path.of("target", "gosling.jar").toAbsolutePath();
    private static final long SECONDS = 240;
    private static final String END = "\0end";

    private final Process process;
    private final Path err;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();

    private RunningProcess(Process process, Path err) {
        this.process = process;
        this.err = err;
        Thread.ofVirtual().start(this::read);
    }

    public static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    /** Arguments of a small node on free ports, but for what is given. */
    public static String[] serve(Path site, String... more) {
        List<String> arguments = new ArrayList<>(List.of("serve", site.toString()));
        if (!List.of(more).contains("--memory")) {
            arguments.addAll(List.of("--memory", "16m"));
        }
        for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
            if (!List.of(more).contains(port)) {
                arguments.addAll(List.of(port, "0"));
            }
        }
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    /** Arguments of a front-end on free ports before one node, and others. */
    public static String[] dispatch(String backend, String... more) {
        return with(List.of("dispatch", "--backend", backend, "--port", "0", "--admin-port", "0"), more);
    }

    /** Flags of HTTPS at a free port, with the certificate {@code a} of a folder, and others. */
    public static String[] https(Path folder, String... more) {
        String certificate = folder.resolve("a.pem").toString();
        String key = folder.resolve("a.key").toString();
        return with(List.of("--https-port", "0", "--certificate", certificate, "--private-key", key), more);
    }

    private static String[] with(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** Runs a verb with {@code java -jar}, in a hurry. */
    public static RunningProcess gosling(String... arguments) throws IOException {
        return of(JAR, arguments);
    }

    /** Runs a verb of another build. */
    public static RunningProcess of(Path jar, String... arguments) throws IOException {
        List<String> command = HurriedJava.command(jar, "-Xmx192m");
        command.addAll(List.of(arguments));
        // Of up, for its children, which take the cache from it.
        return of(command, Map.of("GOSLING_JVM", "-XX:TieredStopAtLevel=1"));
    }

    public static RunningProcess of(List<String> command, Map<String, String> environment) throws IOException {
        Path err = Files.createTempFile("gosling-it-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return new RunningProcess(builder.start(), err);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        }
        lines.add(END);
    }

    /** The ready line, waited for generously. */
    public ReadyLine ready() throws Exception {
        while (true) {
            String line = lines.poll(SECONDS, TimeUnit.SECONDS);
            if (line == null || line.equals(END)) {
                throw new AssertionError("no ready line; printed " + seen + "\n" + err());
            }
            seen.add(line);
            Optional<ReadyLine> ready = ReadyLine.parse(line);
            if (ready.isPresent()) {
                return ready.get();
            }
        }
    }

    /**
     * Sends a signal, by its name without SIG; a test of HUP is skipped where this process was started to ignore it.
     */
    public void signal(String name) throws Exception {
        signal(name, process.pid());
    }

    public static void signal(String name, long pid) throws Exception {
        if (name.equals("HUP")) {
            Assumptions.assumeFalse(isHangUpIgnored(), "HUP is ignored here and by all that is started, as by nohup");
        }
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor());
    }

    private static boolean isHangUpIgnored() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(
                                        line.substring("SigIgn:".length()).strip(), 16)
                                & 1)
                        == 1);
    }

    /** Sends TERM. */
    public void terminate() {
        process.destroy();
    }

    public Process process() {
        return process;
    }

    /** The exit status, waited for generously. */
    public int status() throws Exception {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end\n" + err());
        }
        return process.exitValue();
    }

    /** All that it printed, when it has ended. */
    public String out() throws Exception {
        status();
        for (String line = lines.poll(SECONDS, TimeUnit.SECONDS);
                line != null && !line.equals(END);
                line = lines.poll(SECONDS, TimeUnit.SECONDS)) {
            seen.add(line);
        }
        return String.join("\n", seen);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        Files.deleteIfExists(err);
    }
}
