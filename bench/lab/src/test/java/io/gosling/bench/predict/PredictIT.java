package io.gosling.bench.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench predict --quick} as it is typed: it runs, whatever its figures are. */
class PredictIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunPutsARealClusterBesideASimulatedOne() throws Exception {
        Path csv = folder.resolve("predict.csv");
        TypedVerb run = TypedVerb.run(folder, "predict", "--quick", "--csv", csv.toString());
        List<String> rows = Files.readAllLines(csv);
        assertEquals(PredictionComparison.COLUMNS.names().strip(), rows.getFirst(), run::told);
        String[] figures = rows.get(1).split(",");
        // Both saw the same trace with the same memories, so both had hits and misses.
        for (int ratio = 0; ratio < 2; ratio++) {
            double hits = Double.parseDouble(figures[ratio]);
            assertTrue(hits > 0.05 && hits < 0.99, run::told);
        }
        assertTrue(Double.parseDouble(figures[3]) > 0 && Double.parseDouble(figures[4]) > 0, run::told);
    }
}
