package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.ObjectRow;
import io.gosling.gos.objecttable.PackedRow;
import io.gosling.gos.objecttable.Tally;
import io.gosling.gos.objecttable.Tally.Holding;
import org.junit.jupiter.api.Test;

class SplitBrainRowsTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 65_536);

    private static byte[] row(int tag, long count, int epoch) {
        var tally = new Tally("/a", count, 0, 0, 0, 0, Holding.HELD);
        return PackedRow.pack(ObjectRow.empty().told(tag, tally, NOW.at(epoch)));
    }

    @Test
    void rowsOfTwoHalvesBecomeOneByTheLargerCountAtOneEpoch() {
        ObjectRow merged = PackedRow.unpack(new RowMerge().merge(row(1, 12, 0), row(2, 5, 1)));
        assertEquals(6, java.util.Objects.requireNonNull(merged).agac());
        assertEquals(1, merged.epoch());
        assertEquals(2, merged.holders().size());
    }

    @Test
    void aHalfWithoutARowOrWithNonsenseTakesTheOthers() {
        byte[] row = row(1, 12, 0);
        assertArrayEquals(row, new RowMerge().merge(row, null));
        assertArrayEquals(row, new RowMerge().merge(null, row));
        assertArrayEquals(row, new RowMerge().merge(new byte[] {9, 9}, row));
    }
}
