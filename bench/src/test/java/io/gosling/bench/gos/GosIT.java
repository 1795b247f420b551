package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench gos --quick} as it is typed: what it measures of time is told, what it counts is held. */
class GosIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunMeasuresBothAndBreaksTheirAnswersDown() throws Exception {
        TypedVerb run = run("--quick");
        List<String> rounds = figures();
        assertEquals(3, rounds.size(), run::told);
        for (String[] fields : List.of(rounds.get(1).split(","), rounds.get(2).split(","))) {
            assertTrue(Long.parseLong(fields[4]) > 0, run::told);
            assertEquals(
                    1, share(fields, 8) + share(fields, 9) + share(fields, 10) + share(fields, 11), 0.001, run::told);
            assertTrue(share(fields, 8) > 0, run::told);
            if (fields[3].equals("off")) {
                assertEquals(0, share(fields, 9) + share(fields, 10), run::told);
            }
        }
        assertTrue(Files.readString(folder.resolve("gos.html")).contains("<svg"), run::told);
    }

    @Test
    void unlikeNodesAnswerRightlyAndAllOfThemAnswer() throws Exception {
        TypedVerb run = run("--quick", "--heterogeneous");
        List<String> nodes = figures();
        assertEquals(1 + MixedNode.ALL.size(), nodes.size(), run::told);
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
