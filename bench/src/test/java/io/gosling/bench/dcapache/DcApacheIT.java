package io.gosling.bench.dcapache;

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

/** {@code ./gosling bench dc-apache} on processes, in its short form: no figure of it counts. */
class DcApacheIT {
    private static final long PATIENCE_SECONDS = 600;

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunOnServersAnswersEverythingAndTellsWhatAPageCosts() throws Exception {
        List<String> command =
                new ArrayList<>(List.of("sh", Path.of("..", "gosling").toString(), "bench", "dc-apache"));
        command.addAll(List.of("--only-real", "--quick", "--sets", "lod"));
        command.addAll(List.of("--csv", folder.resolve("dc.csv").toString()));
        command.addAll(List.of("--markdown", folder.resolve("dc.md").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("GOSLING_AOT", "off");
        Process run = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertTrue(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::told);
        assertEquals(0, run.exitValue(), this::told);
        List<String> rows = Files.readAllLines(folder.resolve("dc.csv"));
        assertEquals(3, rows.size(), this::told);
        assertTrue(rows.get(1).startsWith("real,lod,1,4,"), this::told);
        assertTrue(rows.get(2).startsWith("real,lod,2,4,"), this::told);
        // The other server has answered as well.
        assertTrue(Double.parseDouble(rows.get(2).split(",")[10]) < 1, this::told);
        String table = Files.readString(folder.resolve("dc.md"));
        for (int links : OverheadCourse.LINKS) {
            assertTrue(table.contains("a page with " + links + " links, " + links + " of them chosen"), table);
        }
    }

    private String told() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
