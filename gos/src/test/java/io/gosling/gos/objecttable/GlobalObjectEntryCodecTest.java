package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GlobalObjectEntryCodecTest {
    private static GlobalObjectEntry random(Random random) {
        List<Integer> holders = new ArrayList<>();
        for (int i = random.nextInt(HolderTagOperations.MOST + 1); i > 0; i--) {
            holders.add(random.nextInt());
        }
        List<ReportedCount> reporters = new ArrayList<>();
        for (int i = random.nextInt(ReportedCount.MOST + 1); i > 0; i--) {
            reporters.add(new ReportedCount(random.nextInt(), random.nextLong(1L << 40)));
        }
        return new GlobalObjectEntry(
                random.nextLong(1L << 50),
                random.nextDouble() * 1e6,
                random.nextInt(1000),
                holders,
                reporters,
                new FetchLeaderTag(random.nextInt(), random.nextLong(1L << 40)));
    }

    @Test
    void everyRowComesBackAsItWas() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            GlobalObjectEntry row = random(random);
            byte[] packed = GlobalObjectEntryCodec.pack(row);
            assertEquals(row, GlobalObjectEntryCodec.unpack(packed));
            assertTrue(packed.length <= 115);
        }
    }

    @Test
    void bytesThatAreNoRowAreNoRow() {
        assertNull(GlobalObjectEntryCodec.unpack(null));
        assertNull(GlobalObjectEntryCodec.unpack(new byte[0]));
        Random random = new Random(2);
        for (int i = 0; i < 20_000; i++) {
            byte[] packed = GlobalObjectEntryCodec.pack(random(random));
            byte[] cut = Arrays.copyOf(packed, random.nextInt(packed.length));
            assertNull(GlobalObjectEntryCodec.unpack(cut));
            byte[] longer = Arrays.copyOf(packed, packed.length + 1 + random.nextInt(9));
            assertNull(GlobalObjectEntryCodec.unpack(longer));
            packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
            GlobalObjectEntry damaged = GlobalObjectEntryCodec.unpack(packed);
            if (damaged != null) {
                assertTrue(damaged.agac() >= 0
                        && damaged.version() >= 0
                        && damaged.epoch() >= 0
                        && damaged.lead().number() >= 0);
            }
        }
    }
}
