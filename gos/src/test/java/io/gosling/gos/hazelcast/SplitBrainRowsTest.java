package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import org.junit.jupiter.api.Test;

class SplitBrainRowsTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 65_536);

    private static byte[] row(int tag, long count, int epoch) {
        var localCount = new LocalCountReport("/a", count, 0, 0, 0, 0, Holding.HELD);
        return GlobalObjectEntryCodec.pack(GlobalObjectEntry.empty().told(tag, localCount, NOW.at(epoch)));
    }

    @Test
    void rowsOfTwoHalvesBecomeOneByTheLargerCountAtOneEpoch() {
        GlobalObjectEntry merged =
                GlobalObjectEntryCodec.unpack(new DirectoryEntryMergePolicy().merge(row(1, 12, 0), row(2, 5, 1)));
        assertEquals(6, java.util.Objects.requireNonNull(merged).agac());
        assertEquals(1, merged.epoch());
        assertEquals(2, merged.holders().size());
    }

    @Test
    void aHalfWithoutARowOrWithNonsenseTakesTheOthers() {
        byte[] row = row(1, 12, 0);
        assertArrayEquals(row, new DirectoryEntryMergePolicy().merge(row, null));
        assertArrayEquals(row, new DirectoryEntryMergePolicy().merge(null, row));
        assertArrayEquals(row, new DirectoryEntryMergePolicy().merge(new byte[] {9, 9}, row));
    }
}
