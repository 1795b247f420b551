package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench gos --quick} as it is typed: what it measures of time is told, what it counts is held. */
// In a plain build: GosVerbTest and GosReportTest.
@Tag("lab")
class GosIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunBreaksTheAnswersOfNodesThatCooperateDown() throws Exception {
        TypedVerb run = run("--quick");
        assertEquals("on", onlyCase(run)[3], run::told);
        assertTrue(Files.readString(folder.resolve("gos.html")).contains("<svg"), run::told);
    }

    @Test
    void nodesThatDoNotCooperateHaveNothingFromElsewhere() throws Exception {
        TypedVerb run = run("--quick", "--cooperation", "off");
        String[] fields = onlyCase(run);
        assertEquals("off", fields[3], run::told);
        assertEquals(0, share(fields, 9) + share(fields, 10), run::told);
    }

    private String[] onlyCase(TypedVerb run) throws Exception {
        List<String> rounds = figures();
        assertEquals(2, rounds.size(), run::told);
        String[] fields = rounds.get(1).split(",");
        assertTrue(Long.parseLong(fields[4]) > 0, run::told);
        assertEquals(1, share(fields, 8) + share(fields, 9) + share(fields, 10) + share(fields, 11), 0.001, run::told);
        assertTrue(share(fields, 8) > 0, run::told);
        return fields;
    }

    @Test
    void aQuickRunOfUnlikeNodesHasTwoOfThem() throws Exception {
        TypedVerb run = run("--quick", "--heterogeneous");
        assertEquals(1 + HeterogeneousNode.FEW.size(), figures().size(), run::told);
        assertTrue(Files.readString(folder.resolve("gos.md")).contains("| 0 of "), run::told);
    }

    /** Each of them alone too: the command fails where one then had anything from another's memory. */
    @Test
    void unlikeNodesAnswerRightlyAndAllOfThemAnswer() throws Exception {
        TypedVerb run =
                run("--heterogeneous", "--memory", "1", "--objects", "1000", "--warm-up", "1", "--seconds", "1");
        List<String> nodes = figures();
        assertEquals(1 + HeterogeneousNode.ALL.size(), nodes.size(), run::told);
        for (String node : nodes.subList(1, nodes.size())) {
            String[] fields = node.split(",");
            assertTrue(Double.parseDouble(fields[7]) > 0, run::told);
            assertTrue(share(fields, 9) > 0, run::told);
        }
        String table = Files.readString(folder.resolve("gos.md"));
        assertTrue(table.contains("| 0 of "), table);
    }

    private static double share(String[] fields, int column) {
        return Double.parseDouble(fields[column]);
    }

    private TypedVerb run(String... arguments) throws Exception {
        List<String> written = List.of(
                "--markdown", folder.resolve("gos.md").toString(),
                "--csv", folder.resolve("gos.csv").toString(),
                "--html", folder.resolve("gos.html").toString());
        return TypedVerb.run(
                folder,
                Stream.of(Stream.of("gos"), Stream.of(arguments), written.stream())
                        .flatMap(part -> part)
                        .toArray(String[]::new));
    }

    private List<String> figures() throws Exception {
        return Files.readAllLines(folder.resolve("gos.csv"));
    }
}
