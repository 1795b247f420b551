package io.gosling.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.process.TypedVerb;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench compare} in its short form: no figure of it counts. */
// In a plain build, besides what has no tag: CompareVerbTest and CompareReportTest.
class CompareIT {
    private static final Path NAMESPACES = Path.of("/run/netns");

    @TempDir
    private Path folder = Path.of(".");

    private static void mayMakeHosts() {
        String obstacle = NamespaceHosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    private static List<String> hosts(TypedVerb run) {
        if (!Files.isDirectory(NAMESPACES)) {
            return List.of();
        }
        try (Stream<Path> names = Files.list(NAMESPACES)) {
            return names.map(path -> path.getFileName().toString())
                    .filter(name ->
                            name.startsWith("gosling-bench-" + run.process().pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> asked(List<String> rows) {
        return rows.stream().skip(1).map(row -> row.split(",", -1)[1]).toList();
    }

    /**
     * Each way has answered requests, and none wrongly: a way with an answer that is not its file's is struck before.
     */
    private static void assertEverythingWasAnswered(List<String> rows, TypedVerb run) {
        for (String row : rows.subList(1, rows.size())) {
            String[] fields = row.split(",", -1);
            assertTrue(Long.parseLong(fields[12]) > 0, run::told);
            assertEquals("0", fields[11], run::told);
        }
    }

    private List<String> run(String words, List<String> expected) throws Exception {
        Path csv = folder.resolve("compare.csv");
        TypedVerb run = TypedVerb.run(folder, ("compare --quick --csv " + csv + " " + words).split(" "));
        List<String> rows = Files.readAllLines(csv);
        assertEquals(expected, asked(rows), run::told);
        assertEverythingWasAnswered(rows, run);
        assertEquals(List.of(), hosts(run), run::told);
        return rows;
    }

    @Test
    @Tag("lab")
    void aQuickRunAnswersEverythingByTwoWays() throws Exception {
        Path page = folder.resolve("compare.html");
        run("--html " + page, List.of("cooperating", "proxy"));
        assertTrue(Files.readString(page).contains("<svg"));
    }

    /** As it is without root: what goes on loopback goes, also pages that lead to another server. */
    @Test
    void withoutHostsOfTheirOwnSomeWaysAreLeftOutAndSaid() throws Exception {
        Path table = folder.resolve("compare.md");
        run(
                "--loopback --ways redirect,lsmac,handoff,replication --markdown " + table,
                List.of("redirect", "replication"));
        String text = Files.readString(table);
        assertTrue(text.contains("- without handoff: --loopback was asked for"), text);
        assertTrue(text.contains("- without lsmac: --loopback was asked for"), text);
    }

    @Test
    @Tag("lab")
    void packetsAndConnectionsGoToHostsOfTheirOwn() throws Exception {
        mayMakeHosts();
        List<String> rows = run("--ways handoff-local,lsmac,lsnat", List.of("handoff-local", "lsmac", "lsnat"));
        assertTrue(Long.parseLong(rows.get(1).split(",", -1)[14]) > 0, "connections that were handed over");
    }

    @Test
    @Tag("lab")
    void whoEndsItFindsNothingLeft() throws Exception {
        mayMakeHosts();
        try (TypedVerb run = TypedVerb.start(folder, "compare", "--quick")) {
            Eventually.that("it makes hosts", () -> hosts(run).size() >= 3);
            run.process().destroy();
            run.ends();
            assertEquals(List.of(), hosts(run), run::told);
        }
    }
}
