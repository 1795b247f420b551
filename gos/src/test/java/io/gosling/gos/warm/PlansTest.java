package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the plans of moves and their encoding. */
class PlansTest {
    private final ClusterMember one = ClusterMember.named("one", 1);
    private final ClusterMember two = ClusterMember.named("two", 2);

    private static HeldObjectSummary hot(String key, double count, long bytes) {
        return new HeldObjectSummary(key, new AgedCount(count, 0), bytes);
    }

    @Test
    void whatNobodyElseHasIsSharedInTheOrderOfWorth() {
        List<HeldObjectSummary> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(hot("/page" + i, 100 - i, 10));
        }
        Map<ClusterMember, List<HeldObjectSummary>> shares = DrainTransfer.shares(all, List.of(one, two));

        assertEquals(100, shares.values().stream().mapToInt(List::size).sum());
        shares.forEach((node, share) -> {
            assertTrue(share.size() > 30, node + " gets " + share.size());
            for (int i = 1; i < share.size(); i++) {
                assertTrue(
                        share.get(i - 1).count().value() > share.get(i).count().value());
            }
        });
        assertEquals(shares, DrainTransfer.shares(all, List.of(two, one)), "whoever asks");
    }

    @Test
    void aListOfHotKeysIsReadAsItWasWritten() {
        List<HeldObjectSummary> keys = List.of(
                hot("/a%20b", 1.5, 700),
                new HeldObjectSummary("https://www.example.com/a?b=c 0f3a", new AgedCount(Math.PI, 7), 0));
        assertEquals(
                keys,
                MovableObjectTextCodec.read(
                        MovableObjectTextCodec.write(keys, MovableObjectTextCodec.MOST_BYTES),
                        MovableObjectTextCodec.MOST_BYTES));
        assertEquals(List.of(), MovableObjectTextCodec.read(new byte[0], 1));
    }

    @Test
    void aListNeverExceedsItsBound() {
        List<HeldObjectSummary> keys = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            keys.add(hot("/" + "x".repeat(1000) + i, 3000 - i, 1));
        }
        byte[] message = MovableObjectTextCodec.write(keys, MovableObjectTextCodec.MOST_BYTES);
        assertTrue(message.length <= MovableObjectTextCodec.MOST_BYTES
                && message.length > MovableObjectTextCodec.MOST_BYTES - 1100);
        List<HeldObjectSummary> read = MovableObjectTextCodec.read(message, MovableObjectTextCodec.MOST_BYTES);
        assertEquals(keys.subList(0, read.size()), read);
        assertThrows(IllegalArgumentException.class, () -> MovableObjectTextCodec.read(new byte[101], 100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0 0 10", "1.0 0 10 no-key", "x 0 10 /a", "1 -1 10 /a", "1 0 -1 /a", "NaN 0 1 /a", "  "})
    void aLineThatIsNoneIsNamed(String line) {
        byte[] message = ("1.0 0 10 /a\n" + line + "\n").getBytes(StandardCharsets.UTF_8);
        var refusal = assertThrows(
                IllegalArgumentException.class,
                () -> MovableObjectTextCodec.read(message, MovableObjectTextCodec.MOST_BYTES));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith("line 2 "), refusal.getMessage());
    }

    @Test
    void sumsAreReadAsTheyWereWritten() {
        var sum = new MoveResult(1, 2, 3, 4, 5L << 40);
        assertEquals(sum, MoveResult.read(sum.write() + "\n"));
        assertEquals(new MoveResult(2, 4, 6, 8, 10L << 40), sum.plus(sum));
        assertThrows(IllegalArgumentException.class, () -> MoveResult.read("1 2 3"));
        assertThrows(IllegalArgumentException.class, () -> MoveResult.read("1 2 3 4 x"));
    }
}
