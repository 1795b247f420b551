package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench gos --quick} as it is typed: what it measures of time is told, what it counts is held. */
class GosIT {
    private static final long PATIENCE_SECONDS = 240;

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunMeasuresBothAndBreaksTheirAnswersDown() throws Exception {
        List<String> rounds = run("--quick");
        assertEquals(3, rounds.size(), this::told);
        for (String[] fields : List.of(rounds.get(1).split(","), rounds.get(2).split(","))) {
            assertTrue(Long.parseLong(fields[4]) > 0, this::told);
            assertEquals(1, share(fields, 8) + share(fields, 9) + share(fields, 10) + share(fields, 11), 0.001, told());
            assertTrue(share(fields, 8) > 0, this::told);
            if (fields[3].equals("off")) {
                assertEquals(0, share(fields, 9) + share(fields, 10), told());
            }
        }
        assertTrue(Files.readString(folder.resolve("gos.html")).contains("<svg"), this::told);
    }

    @Test
    void unlikeNodesAnswerRightlyAndAllOfThemAnswer() throws Exception {
        List<String> nodes = run("--quick", "--heterogeneous");
        assertEquals(1 + MixedNode.ALL.size(), nodes.size(), this::told);
        for (String node : nodes.subList(1, nodes.size())) {
            String[] fields = node.split(",");
            assertTrue(Double.parseDouble(fields[7]) > 0, this::told);
            assertTrue(share(fields, 9) > 0, this::told);
        }
        String table = Files.readString(folder.resolve("gos.md"));
        assertTrue(table.contains("| 0 of "), table);
    }

    private static double share(String[] fields, int column) {
        return Double.parseDouble(fields[column]);
    }

    /** The lines of the figures. */
    private List<String> run(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", Path.of("..", "gosling").toString(), "bench", "gos"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--markdown", folder.resolve("gos.md").toString()));
        command.addAll(List.of("--csv", folder.resolve("gos.csv").toString()));
        command.addAll(List.of("--html", folder.resolve("gos.html").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("GOSLING_AOT", "off");
        Process run = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertTrue(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::told);
        assertEquals(0, run.exitValue(), this::told);
        return Files.readAllLines(folder.resolve("gos.csv"));
    }

    private String told() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
