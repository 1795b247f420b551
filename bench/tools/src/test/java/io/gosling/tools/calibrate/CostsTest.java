package io.gosling.tools.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.CostModelYamlCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostsTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void whatWasMeasuredIsAProfileThatTheSimulatorReads() throws Exception {
        NodeCosts node = new NodeCosts(21, 40, 0.25, 60, 55, 180);
        CostModel kept = CalibrateVerb.costs("mine", node, new DiskCosts(90_000, 1_500, 8, true), false);
        assertEquals(new CostModel("mine", 10_500, 10_500, 250, 21_000, 90_000, 1_500, 0, 8, 0), kept);
        CostModel apart = CalibrateVerb.costs("mine", node, new DiskCosts(90_000, 1_500, 8, true), true);
        assertEquals(61_000, apart.connect() + apart.close());
        Path file = Files.writeString(
                folder.resolve("mine.yaml"), "# measured: with words\n" + CostModelYamlCodec.yaml(kept));
        assertEquals(kept, CostModelYamlCodec.read(file));
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
}
