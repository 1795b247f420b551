package io.gosling.bench.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench predict --quick} as it is typed: it runs, whatever its figures are. */
class PredictIT {
    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunPutsARealClusterBesideASimulatedOne() throws Exception {
        Path csv = folder.resolve("predict.csv");
        ProcessBuilder builder = new ProcessBuilder(
                "sh", Path.of("..", "gosling").toString(), "bench", "predict", "--quick", "--csv", csv.toString());
        builder.environment().put("GOSLING_AOT", "off");
        Process run = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try {
            assertTrue(run.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), this::told);
        } finally {
            run.destroy();
        }
        assertEquals(0, run.exitValue(), this::told);
        List<String> rows = Files.readAllLines(csv);
        assertEquals(Prediction.CSV_HEAD.strip(), rows.getFirst(), this::told);
        String[] figures = rows.get(1).split(",");
        // Both saw the same trace with the same memories, so both had hits and misses.
        for (int ratio = 0; ratio < 2; ratio++) {
            double hits = Double.parseDouble(figures[ratio]);
            assertTrue(hits > 0.05 && hits < 0.99, this::told);
        }
        assertTrue(Double.parseDouble(figures[3]) > 0 && Double.parseDouble(figures[4]) > 0, this::told);
    }

    private String told() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
