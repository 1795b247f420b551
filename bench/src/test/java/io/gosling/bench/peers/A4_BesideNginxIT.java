package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.process.Cpus;
import io.gosling.bench.process.Programs;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench peers} as it is typed, on machines that have what it wants. */
class A4_BesideNginxIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void theMachineHasWhatItWants() throws IOException {
        assumeTrue(Stream.of("nginx", "wrk", "h2load", "taskset")
                .allMatch(tool -> Programs.find(tool).isPresent()));
        assumeTrue(Cpus.allowed().size() >= 2);
    }

    private Process peers(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", Path.of("..", "gosling").toString(), "bench", "peers"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("GOSLING_AOT", "off");
        builder.environment().put("GOSLING_JVM", "-Djava.io.tmpdir=" + folder);
        return builder.redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    private String told() {
        try {
            return Files.readString(folder.resolve("err")) + Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void aShortRoundGivesATable() throws Exception {
        Path table = folder.resolve("peers.md");
        Process peers =
                peers("--quick", "--peers", "nginx", "--rows", "1k,proxy-1k,chain-1k", "--markdown", "" + table);
        assertTrue(peers.waitFor(300, TimeUnit.SECONDS), this::told);
        assertEquals(0, peers.exitValue(), this::told);
        FiguresPage.Block block =
                FiguresPage.read(Files.readString(table)).blocks().getFirst();
        assertEquals("1k", block.lines().getFirst().row());
        assertTrue(block.lines().getFirst().median() > 0);
        List<String> measured = Files.readAllLines(folder.resolve("peers.md.csv")).stream()
                .map(line -> line.replaceFirst("^([^,]*),[^,]*,([^,]*),.*", "$1 $2"))
                .toList();
        assertEquals(
                List.of(
                        "row server",
                        "1k gosling",
                        "1k nginx",
                        "1k nginx sendfile",
                        "proxy-1k gosling",
                        "proxy-1k nginx",
                        "chain-1k gosling"),
                measured);
        assertTrue(Files.readString(table).contains("row chain-1k without varnish"), this::told);
    }

    @Test
    void oneThatIsStoppedTakesEveryProcessWithIt() throws Exception {
        Process peers = peers("--peers", "nginx", "--rows", "1k", "--rounds", "99", "--seconds", "1", "--warm-up", "1");
        Eventually.within(Duration.ofMinutes(3), "rounds run", () -> told().contains("round  1"));
        List<ProcessHandle> started = peers.descendants().toList();
        assertTrue(started.size() >= 3, started::toString);
        peers.destroy();
        assertTrue(peers.waitFor(60, TimeUnit.SECONDS), this::told);
        Eventually.that("no process is left", () -> started.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> path.getFileName().toString().startsWith("gosling-peers-"))
                            .toList());
        }
    }
}
