package io.gosling.bench.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.predict.PredictionComparison.Figures;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionComparisonTest {
    @Test
    void theErrorIsInPointsAndInPercentOfWhatWasReal() {
        PredictionComparison prediction = new PredictionComparison(new Figures(0.755, 1100), new Figures(0.75, 1000));
        assertEquals(0.5, prediction.hitPoints(), 1e-9);
        assertEquals(10, prediction.throughputPercent(), 1e-9);
        assertTrue(prediction.table().contains("| 75.50 | 75.00 | +0.50 points | 1 point |"), prediction::table);
        assertTrue(prediction.table().contains("| 1100 | 1000 | +10.0 % | 15 % |"), prediction::table);
        List<String> rows = prediction.csv().lines().toList();
        assertEquals("0.755000,0.750000,0.500,1100.0,1000.0,10.00", rows.get(1));
        assertEquals(rows.get(0).split(",").length, rows.get(1).split(",").length);
    }

    /** Misses alone bound a cluster whose disks read one after the other: its throughput follows from their number. */
    @Test
    void slowDisksBoundWhatIsPredicted() {
        Trace trace = SyntheticTraceFactory.zipf(0.9, 2000, 20_000, 1);
        CostModel costs = new CostModel("quick", 1000, 1000, 10, 2000, 1, 1, 1, 4, 0);
        RealAndSimulatedRun comparison =
                new RealAndSimulatedRun(trace, 3, "lard-r", "lru", 4 << 20, Duration.ofMillis(10));
        assertEquals(154, comparison.clients());
        Figures predicted = comparison.predicted(costs);
        double misses = 1 - predicted.hitRatio();
        assertTrue(misses > 0.1 && misses < 0.9, predicted::toString);
        // Three disks, a hundred reads a second each; some who miss wait for a read that another began.
        assertTrue(predicted.throughput() < 2 * 300 / misses, predicted::toString);
        assertTrue(predicted.throughput() > 100 / misses, predicted::toString);
        Figures roomy =
                new RealAndSimulatedRun(trace, 3, "lard-r", "lru", 1 << 30, Duration.ofMillis(10)).predicted(costs);
        assertTrue(roomy.hitRatio() > predicted.hitRatio(), "what fits is read once");
        assertEquals(predicted, comparison.predicted(costs));
    }
}
