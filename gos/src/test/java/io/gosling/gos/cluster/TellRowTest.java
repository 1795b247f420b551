package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gosling.gos.Ageing;
import io.gosling.gos.ObjectRow;
import io.gosling.gos.PackedRow;
import io.gosling.gos.Tally;
import io.gosling.gos.Tally.Holding;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TellRowTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);

    private final Map.Entry<String, byte[]> row = none();

    /** As the grid shows a row that is not there. */
    @SuppressWarnings("NullAway")
    private static Map.Entry<String, byte[]> none() {
        return new SimpleEntry<>("/a", null);
    }

    private TellRow told(int node, long count, Holding holding) {
        TellRow processor = new TellRow(node, NOW, List.of(new Tally("/a", count, 0, 0, 0, 0, holding)));
        processor.process(row);
        return processor;
    }

    private ObjectRow row() {
        return Objects.requireNonNull(PackedRow.unpack(row.getValue()));
    }

    @Test
    void whoHoldsAnObjectIsBackedUp() {
        TellRow first = told(1, 3, Holding.HELD);
        assertSame(first, first.getBackupProcessor(), "a new row");
        assertNotNull(told(2, 1, Holding.HELD).getBackupProcessor(), "another holder");
        assertNotNull(told(1, 4, Holding.DROPPED).getBackupProcessor(), "one holder less");
        assertEquals(List.of(2), row().holders());
    }

    @Test
    void countsAreNot() {
        told(1, 3, Holding.HELD);
        told(2, 1, Holding.HELD);
        assertNull(told(1, 7, Holding.HELD).getBackupProcessor(), "though it is the holder heard last now");
        assertNull(told(3, 2, Holding.SEEN).getBackupProcessor());
        assertEquals(10, row().agac());
    }

    @Test
    void whatIsNotThereAndStaysSoNeedsNoBackup() {
        assertNull(told(1, 0, Holding.UNSEEN).getBackupProcessor());
        assertNull(row.getValue());
    }

    @Test
    void aBackupThatHasHeardOfNoCountsLearnsThemFromTheNextReport() {
        TellRow made = told(1, 3, Holding.HELD);
        Map.Entry<String, byte[]> backup = none();
        Objects.requireNonNull(made.getBackupProcessor()).process(backup);
        told(1, 40, Holding.HELD);
        double known = row().agac();

        // The owner dies, and the backup's keeper is told by a node that has heard the count confirmed.
        new TellRow(1, NOW, List.of(new Tally("/a", 42, 40, known, 0, 0, Holding.HELD))).process(backup);
        assertEquals(
                42, Objects.requireNonNull(PackedRow.unpack(backup.getValue())).agac());
    }
}
