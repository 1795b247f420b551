package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.process.TypedVerb;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench packet} in its short forms: no figure of it counts. */
// In a plain build, besides what has no tag: PacketVerbTest and PacketReportTest.
class PacketBenchIT {
    private static final Path NAMESPACES = Path.of("/run/netns");

    @TempDir
    private Path folder = Path.of(".");

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = NamespaceHosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    private static List<String> hosts(TypedVerb run) {
        try (Stream<Path> names = Files.list(NAMESPACES)) {
            return names.map(path -> path.getFileName().toString())
                    .filter(name ->
                            name.startsWith("gosling-bench-" + run.process().pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String said(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a run that is over. */
    private static void assertNothingIsLeft(TypedVerb run) {
        assertEquals(List.of(), hosts(run), run::told);
    }

    @Test
    @Tag("lab")
    void aQuickRunAnswersEverythingThroughBothDispatchers() throws Exception {
        Path csv = folder.resolve("packet.csv");
        Path markdown = folder.resolve("packet.md");
        TypedVerb run = TypedVerb.run(folder, ("packet --quick --csv " + csv + " --markdown " + markdown).split(" "));
        List<String> rows = Files.readAllLines(csv);
        for (String beginning : List.of(
                "1,speed,lsmac,1,no,2k,apart,",
                "1,speed,lsmac,1,no,bytes,apart,",
                "1,speed,lsnat,1,no,2k,apart,",
                "1,speed,lsnat,1,no,bytes,apart,")) {
            String row = rows.stream()
                    .filter(one -> one.startsWith(beginning))
                    .findFirst()
                    .orElse("");
            assertTrue(!row.isEmpty(), run::told);
            String[] fields = row.split(",", -1);
            assertTrue(Long.parseLong(fields[12]) > 0, run::told);
            assertEquals("0", fields[13], run::told);
        }
        assertTrue(Files.readString(markdown).contains("dispatcher's CPU for a frame, lsmac over lsnat"), run::told);
        assertNothingIsLeft(run);
    }

    @Test
    @Tag("lab")
    void whoEndsItFindsNothingLeft() throws Exception {
        try (TypedVerb run = TypedVerb.start(folder, "packet", "--quick")) {
            Eventually.that("it makes hosts", () -> hosts(run).size() >= 3);
            run.process().destroy();
            run.ends();
            assertNothingIsLeft(run);
        }
    }

    /** As after a run that was killed. */
    @Test
    void hostsOfARunThatIsGoneGoWithTheNext() throws Exception {
        String name = "gosling-bench-999999999-left";
        assertEquals(0, new ProcessBuilder("ip", "netns", "add", name).start().waitFor());
        Process inside = new ProcessBuilder("ip", "netns", "exec", name, "sleep", "600").start();
        Eventually.that("it runs there", () -> said("ip", "netns", "pids", name).contains(Long.toString(inside.pid())));
        assertEquals("", NamespaceHosts.obstacle());
        assertTrue(Files.notExists(NAMESPACES.resolve(name)));
        assertTrue(inside.waitFor() != 0);
    }
}
