package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.TestCertificate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite h2spec, strict, against a node from the built jar, with TLS and without. */
class H2specIT {
    private static final String MODULE = "github.com/summerwind/h2spec/cmd/h2spec@latest";

    @TempDir
    private Path folder;

    @Test
    void h2specFindsNothing() throws Exception {
        Optional<Path> found = find("h2spec").or(this::build);
        Assumptions.assumeTrue(found.isPresent(), "h2spec is neither on the path nor can it be built with Go here");
        Path h2spec = found.get();
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        TestCertificate.of("localhost").write(folder, "a");
        try (RunningProcess node = RunningProcess.gosling(RunningProcess.serve(
                site,
                "--https-port",
                "0",
                "--certificate",
                folder.resolve("a.pem").toString(),
                "--private-key",
                folder.resolve("a.key").toString(),
                "--http2-prior-knowledge",
                "on"))) {
            ReadyLine ready = node.ready();
            assertPasses(h2spec, ready.get("http"));
            assertPasses(h2spec, ready.get("https"), "-t", "-k");
        }
    }

    private void assertPasses(Path h2spec, String address, String... more) throws Exception {
        String port = address.substring(address.lastIndexOf(':') + 1);
        List<String> command =
                new ArrayList<>(List.of(h2spec.toString(), "--strict", "-h", "127.0.0.1", "-p", port, "-o", "10"));
        command.addAll(List.of(more));
        Path out = folder.resolve("h2spec.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "h2spec does not end");
        String report = Files.readString(out);
        int failures = report.indexOf("Failures:");
        assertEquals(0, process.exitValue(), failures < 0 ? report : report.substring(failures));
        assertTrue(report.contains("146 tests, 146 passed, 0 skipped, 0 failed"), report);
    }

    /** A program on the path, or where Go is usually installed. */
    private static Optional<Path> find(String program) {
        String path = String.valueOf(System.getenv("PATH")) + File.pathSeparator + "/usr/local/go/bin";
        return Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Optional<Path> build() {
        try {
            Optional<Path> go = find("go");
            Path folderOfGo = Path.of("target", "go").toAbsolutePath();
            Path built = folderOfGo.resolve("h2spec");
            if (go.isEmpty() || Files.isExecutable(built)) {
                return go.isEmpty() ? Optional.empty() : Optional.of(built);
            }
            ProcessBuilder install = new ProcessBuilder(go.get().toString(), "install", MODULE)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("go.txt").toFile());
            install.environment().put("GOBIN", folderOfGo.toString());
            Process process = install.start();
            boolean done = process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0;
            process.destroyForcibly();
            return done ? Optional.of(built) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
