package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.TestCertificate;
import java.io.File;
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

/** The conformance suite h2spec, strict, against a node and a front-end from the built jar, with TLS and without. */
class H2specIT {
    @TempDir
    private Path folder;

    @Test
    void h2specFindsNothing() throws Exception {
        Optional<Path> found = find();
        Assumptions.assumeTrue(
                found.isPresent(), "h2spec is neither on the path nor in node/target/go, where .ci/run puts it");
        Path h2spec = found.get();
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        TestCertificate.of("localhost").write(folder, "a");
        String[] everything = RunningProcess.https(folder, "--http2-prior-knowledge", "on");
        try (RunningProcess node = RunningProcess.gosling(RunningProcess.serve(site, everything))) {
            ReadyLine ready = node.ready();
            assertPasses(h2spec, ready.get("http"));
            assertPasses(h2spec, ready.get("https"), "-t", "-k");
            try (RunningProcess frontEnd =
                    RunningProcess.gosling(RunningProcess.dispatch(ready.get("http"), everything))) {
                ReadyLine above = frontEnd.ready();
                assertPasses(h2spec, above.get("http"));
                assertPasses(h2spec, above.get("https"), "-t", "-k");
            }
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

    /** On the path, or where {@code .ci/run} has put it. */
    private static Optional<Path> find() {
        String path = Path.of("target", "go").toAbsolutePath() + File.pathSeparator + System.getenv("PATH");
        return Stream.of(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, "h2spec"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
