package io.gosling.bench.lard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench lard --quick} as it is typed. */
class LardIT {
    private static final long PATIENCE_SECONDS = 180;

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunMeasuresAPolicy() throws Exception {
        Path table = folder.resolve("lard.md");
        ProcessBuilder builder = new ProcessBuilder(
                "sh",
                Path.of("..", "gosling").toString(),
                "bench",
                "lard",
                "--quick",
                "--policies",
                "lard-r",
                "--markdown",
                table.toString());
        builder.environment().put("GOSLING_AOT", "off");
        Process run = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertTrue(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::told);
        assertEquals(0, run.exitValue(), this::told);
        List<String> rounds = Files.readAllLines(folder.resolve("lard.md.csv"));
        assertEquals(2, rounds.size(), this::told);
        String[] fields = rounds.get(1).split(",");
        assertTrue(Long.parseLong(fields[3]) > 0, this::told);
        assertTrue(Double.parseDouble(fields[6]) > 0, this::told);
        assertTrue(Double.parseDouble(fields[7]) > 0, this::told);
        assertEquals("0", fields[8], this::told);
        assertTrue(Files.readString(table).contains("| `lard-r` | off |"), this::told);
    }

    private String told() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
