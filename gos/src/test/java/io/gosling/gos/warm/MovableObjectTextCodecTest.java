package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the lists of objects as they travel. */
class MovableObjectTextCodecTest {
    @Test
    void aListIsCutBehindAWholeLine() {
        List<HeldObjectSummary> keys = List.of(
                new HeldObjectSummary("/a", new AgedCount(1, 0), 10),
                new HeldObjectSummary("/b", new AgedCount(1, 0), 10));
        byte[] lines = MovableObjectTextCodec.write(keys, 1000);
        for (int bytes = 0; bytes <= lines.length; bytes++) {
            List<HeldObjectSummary> read =
                    MovableObjectTextCodec.read(MovableObjectTextCodec.whole(Arrays.copyOf(lines, bytes)), 1000);
            assertEquals(keys.subList(0, bytes * 2 / lines.length), read);
        }
    }
}
