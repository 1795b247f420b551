package io.gosling.bench.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.calibrate.Prediction.Figures;
import io.gosling.bench.simulate.CostProfile;
import io.gosling.bench.simulate.Costs;
import io.gosling.bench.trace.Trace;
import io.gosling.bench.workload.GeneratedTraces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictionTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void theErrorIsInPointsAndInPercentOfWhatWasReal() {
        Prediction prediction = new Prediction(new Figures(0.755, 1100), new Figures(0.75, 1000));
        assertEquals(0.5, prediction.hitPoints(), 1e-9);
        assertEquals(10, prediction.throughputPercent(), 1e-9);
        assertTrue(prediction.table().contains("| 75.50 | 75.00 | +0.50 points | 1 point |"), prediction::table);
        assertTrue(prediction.table().contains("| 1100 | 1000 | +10.0 % | 15 % |"), prediction::table);
        List<String> rows = prediction.csv().lines().toList();
        assertEquals("0.755000,0.750000,0.500,1100.0,1000.0,10.00", rows.get(1));
        assertEquals(rows.get(0).split(",").length, rows.get(1).split(",").length);
    }

    @Test
    void whatWasMeasuredIsAProfileThatTheSimulatorReads() throws Exception {
        NodeCosts node = new NodeCosts(21, 40, 0.25, 60, 55, 180);
        Costs kept = CalibrateVerb.costs("mine", node, new DiskCosts(90_000, 1_500, 8, true), false);
        assertEquals(new Costs("mine", 10_500, 10_500, 250, 21_000, 90_000, 1_500, 0, 8, 0), kept);
        Costs apart = CalibrateVerb.costs("mine", node, new DiskCosts(90_000, 1_500, 8, true), true);
        assertEquals(61_000, apart.connect() + apart.close());
        Path file = Files.writeString(folder.resolve("mine.yaml"), "# measured: with words\n" + CostProfile.yaml(kept));
        assertEquals(kept, CostProfile.read(file));
    }

    /** A third of the files, and a clock that counts in steps of 10 ms. */
    @Test
    void theCostOfAMissIsNoMoreExactThanTheClock() {
        assertEquals(10_000.0 / 1334, NodeCosts.missStep(4000), 1e-9);
        assertEquals(10_000.0 / 20, NodeCosts.missStep(60), 1e-9);
    }

    @Test
    void readsOfADiskTakeTimeAndLeaveNothing() throws Exception {
        DiskCosts costs = DiskCosts.measure(folder);
        assertTrue(costs.first() > 0 && costs.block() >= 0, costs::toString);
        assertTrue(costs.atOnce() >= 1 && costs.atOnce() <= 16, costs::toString);
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }

    /** Misses alone bound a cluster whose disks read one after the other: its throughput follows from their number. */
    @Test
    void slowDisksBoundWhatIsPredicted() {
        Trace trace = GeneratedTraces.zipf(0.9, 2000, 20_000, 0, 1);
        Costs costs = new Costs("quick", 1000, 1000, 10, 2000, 1, 1, 1, 4, 0);
        Rehearsal rehearsal = new Rehearsal(trace, 3, "lard-r", "lru", 4 << 20, Duration.ofMillis(10));
        assertEquals(154, rehearsal.clients());
        Figures predicted = rehearsal.predicted(costs);
        double misses = 1 - predicted.hitRatio();
        assertTrue(misses > 0.1 && misses < 0.9, predicted::toString);
        // Three disks, a hundred reads a second each; some who miss wait for a read that another began.
        assertTrue(predicted.throughput() < 2 * 300 / misses, predicted::toString);
        assertTrue(predicted.throughput() > 100 / misses, predicted::toString);
        Figures roomy = new Rehearsal(trace, 3, "lard-r", "lru", 1 << 30, Duration.ofMillis(10)).predicted(costs);
        assertTrue(roomy.hitRatio() > predicted.hitRatio(), "what fits is read once");
        assertEquals(predicted, rehearsal.predicted(costs));
    }
}
