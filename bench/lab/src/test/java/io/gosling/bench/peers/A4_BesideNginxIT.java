package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.process.TypedVerb;
import io.gosling.testing.Eventually;
import io.gosling.tools.process.CpuAssignment;
import io.gosling.tools.process.ProgramFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench peers} as it is typed, on machines that have what it wants. */
// In a plain build: PeersVerbTest and PeersReportTest.
@Tag("lab")
class A4_BesideNginxIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void theMachineHasWhatItWants() throws IOException {
        assumeTrue(Stream.of("nginx", "wrk", "h2load", "taskset")
                .allMatch(tool -> ProgramFinder.find(tool).isPresent()));
        assumeTrue(CpuAssignment.allowed().size() >= 2);
    }

    @Test
    void aShortRoundGivesATableAndPlots() throws Exception {
        Path table = folder.resolve("peers.md");
        Path page = folder.resolve("peers.html");
        TypedVerb peers =
                TypedVerb.run(folder, ("peers --quick --markdown " + table + csv() + " --html " + page).split(" "));
        FiguresPage.Block block =
                FiguresPage.read(Files.readString(table)).blocks().getFirst();
        assertEquals("1k", block.lines().getFirst().row());
        assertTrue(block.lines().getFirst().median() > 0);
        List<String> measured = Files.readAllLines(folder.resolve("peers.csv")).stream()
                .map(line -> line.replaceFirst("^([^,]*),[^,]*,([^,]*),.*", "$1 $2"))
                .toList();
        assertEquals(
                List.of(
                        "row server",
                        "1k gosling",
                        "1k nginx",
                        "1k nginx sendfile",
                        "proxy-1k gosling",
                        "proxy-1k nginx"),
                measured);
        assertTrue(Files.readString(table).contains("row proxy-1k without haproxy"), peers::told);
        assertTrue(Files.readString(page).contains("<rect"), peers::told);
    }

    @Test
    void aFrontEndAndItsNodeAreMeasuredAsOne() throws Exception {
        Path table = folder.resolve("peers.md");
        TypedVerb peers =
                TypedVerb.run(folder, ("peers --quick --rows chain-1k --markdown " + table + csv()).split(" "));
        List<String> measured = Files.readAllLines(folder.resolve("peers.csv"));
        assertEquals(2, measured.size(), peers::told);
        assertTrue(measured.get(1).startsWith("chain-1k,1,gosling,"), peers::told);
        assertTrue(Files.readString(table).contains("row chain-1k without varnish"), peers::told);
    }

    private String csv() {
        return " --csv " + folder.resolve("peers.csv");
    }

    @Test
    void oneThatIsStoppedTakesEveryProcessWithIt() throws Exception {
        List<ProcessHandle> started;
        try (TypedVerb peers = TypedVerb.start(
                folder,
                Map.of("GOSLING_JVM", "-Djava.io.tmpdir=" + folder),
                "peers --peers nginx --rows 1k --rounds 99 --seconds 1 --warm-up 1".split(" "))) {
            Eventually.within(
                    Duration.ofMinutes(3), "rounds run", () -> peers.told().contains("round  1"));
            started = peers.process().descendants().toList();
            assertTrue(started.size() >= 3, started::toString);
            peers.close();
            peers.ends();
        }
        Eventually.that("no process is left", () -> started.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> path.getFileName().toString().startsWith("gosling-peers-"))
                            .toList());
        }
    }
}
