package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
    void everyEntryComesBackAsItWas() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            GlobalObjectEntry entry = random(random);
            byte[] packed = GlobalObjectEntryCodec.pack(entry);
            assertEquals(entry, GlobalObjectEntryCodec.unpack(packed));
            assertTrue(packed.length <= 114);
        }
    }
}
