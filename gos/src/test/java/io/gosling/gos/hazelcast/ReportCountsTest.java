package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.hazelcast.map.EntryProcessor;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import io.gosling.gos.objecttable.LocalCount;
import io.gosling.gos.objecttable.LocalCount.Holding;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportCountsTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);

    private final Map.Entry<String, byte[]> row = none("/a");

    /** As the grid shows a row that is not there. */
    @SuppressWarnings("NullAway")
    private static Map.Entry<String, byte[]> none(String key) {
        return new SimpleEntry<>(key, null);
    }

    private ReportCounts told(int node, long count, Holding holding) {
        ReportCounts processor = new ReportCounts(node, NOW, List.of(new LocalCount("/a", count, 0, 0, 0, 0, holding)));
        processor.process(row);
        return processor;
    }

    private GlobalObjectEntry row() {
        return Objects.requireNonNull(GlobalObjectEntryCodec.unpack(row.getValue()));
    }

    @Test
    void whoHoldsAnObjectIsBackedUp() {
        ReportCounts first = told(1, 3, Holding.HELD);
        assertSame(first, first.getBackupProcessor(), "a new row");
        assertNotNull(told(2, 1, Holding.HELD).getBackupProcessor(), "another holder");
        assertNotNull(told(1, 4, Holding.DROPPED).getBackupProcessor(), "one holder less");
        assertEquals(List.of(2), row().holders());
    }

    @Test
    void countsAreNot() {
        told(1, 3, Holding.HELD);
        told(2, 1, Holding.HELD);
        assertNull(told(1, 5, Holding.HELD).getBackupProcessor(), "though it is the holder heard last now");
        assertNull(told(3, 1, Holding.SEEN).getBackupProcessor());
        assertEquals(7, row().agac());
    }

    /** A backup that is full drops what it has not heard of for longest. */
    @Test
    void ofWhatIsAskedForMoreAndMoreABackupHearsNowAndThen() {
        told(1, 3, Holding.HELD);
        int heard = 0;
        for (int count = 4; count <= 1024; count++) {
            heard += told(1, count, Holding.HELD).getBackupProcessor() == null ? 0 : 1;
        }
        assertEquals(2, heard, "16 and 256");
    }

    @Test
    void ofManyRowsThoseAreBackedUpThatSaySomethingNew() {
        told(1, 4, Holding.HELD);
        ReportCounts many = new ReportCounts(
                1,
                NOW,
                List.of(
                        new LocalCount("/a", 5, 4, 4, 0, 0, Holding.HELD),
                        new LocalCount("/b", 1, 0, 0, 0, 0, Holding.HELD)));
        many.process(row);
        assertNull(many.getBackupProcessor(), "counts alone");
        Map.Entry<String, byte[]> other = none("/b");
        many.process(other);

        EntryProcessor<String, byte[], byte @Nullable []> backup = Objects.requireNonNull(many.getBackupProcessor());
        Map.Entry<String, byte[]> firstBackup = none("/a");
        Map.Entry<String, byte[]> otherBackup = none("/b");
        backup.process(firstBackup);
        backup.process(otherBackup);
        assertNull(firstBackup.getValue(), "not told");
        assertArrayEquals(other.getValue(), otherBackup.getValue());
    }

    @Test
    void whatIsNotThereAndStaysSoNeedsNoBackup() {
        assertNull(told(1, 0, Holding.UNSEEN).getBackupProcessor());
        assertNull(row.getValue());
    }

    @Test
    void aBackupThatHasHeardOfNoCountsLearnsThemFromTheNextReport() {
        ReportCounts made = told(1, 3, Holding.HELD);
        Map.Entry<String, byte[]> backup = none("/a");
        Objects.requireNonNull(made.getBackupProcessor()).process(backup);
        told(1, 40, Holding.HELD);
        double known = row().agac();

        // The owner dies, and the backup's keeper is told by a node that has heard the count confirmed.
        new ReportCounts(1, NOW, List.of(new LocalCount("/a", 42, 40, known, 0, 0, Holding.HELD))).process(backup);
        assertEquals(
                42,
                Objects.requireNonNull(GlobalObjectEntryCodec.unpack(backup.getValue()))
                        .agac());
    }
}
