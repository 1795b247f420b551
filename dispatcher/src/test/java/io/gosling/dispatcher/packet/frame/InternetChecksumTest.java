package io.gosling.dispatcher.packet.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The vectors of the RFCs, and changes against the whole sum. */
class InternetChecksumTest {
    private static MemorySegment bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    /** RFC 1071, section 3. */
    @Test
    void theExampleOfTheSumAddsUp() {
        MemorySegment data = bytes(0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7);
        assertEquals(0x2ddf0, InternetChecksum.sum(data, 0, 8, 0));
        assertEquals(0xddf2, InternetChecksum.fold(0x2ddf0));
        assertEquals(0x220d, InternetChecksum.of(0x2ddf0));
    }

    /** RFC 1624, section 4: where equation 2 gave 0xFFFF, which no sum of such a header can be. */
    @Test
    void theExampleOfTheChangeGivesZeroAndNotMinusZero() {
        assertEquals(0x0000, InternetChecksum.changed(0xDD2F, InternetChecksum.difference(0x5555, 0x3285)));
    }

    @Test
    void anOddByteCountsAsFollowedByZero() {
        assertEquals(0x0102 + 0x0300, InternetChecksum.sum(bytes(1, 2, 3), 0, 3, 0));
        assertEquals(5, InternetChecksum.sum(bytes(1), 0, 0, 5));
    }

    @Test
    void aChangeIsAsGoodAsTheWholeSum() {
        Random random = new Random(7);
        for (int round = 0; round < 10_000; round++) {
            byte[] data = new byte[2 * (2 + random.nextInt(20)) + random.nextInt(2)];
            random.nextBytes(data);
            MemorySegment memory = MemorySegment.ofArray(data);
            // Never all zero, so that zero has one form, as in any packet.
            data[data.length - 1] |= 1;
            int before = InternetChecksum.of(InternetChecksum.sum(memory, 0, data.length, 0));
            int at = 2 * random.nextInt(data.length / 2 - 1);
            int old = BigEndianAccess.dword(memory, at);
            int other = random.nextInt(4) == 0 ? -1 : random.nextInt();
            BigEndianAccess.dword(memory, at, other);
            data[data.length - 1] |= 1;
            other = BigEndianAccess.dword(memory, at);
            int after = InternetChecksum.of(InternetChecksum.sum(memory, 0, data.length, 0));
            long difference = InternetChecksum.differenceOfInts(old, other);
            assertEquals(after, InternetChecksum.changed(before, difference), () -> "round of " + data.length);
            assertEquals(
                    InternetChecksum.fold(~after & 0xFFFF) % 0xFFFF,
                    InternetChecksum.changedPartial(~before & 0xFFFF, difference) % 0xFFFF);
        }
    }
}
