package io.gosling.tools.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.ObjectSizeDistribution;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
    private static final int OBJECTS = 200_000;

    private static long[] drawn(ObjectSizeDistribution sizes) {
        return LongStream.range(0, OBJECTS).map(sizes::draw).sorted().toArray();
    }

    private static double larger(long[] sizes, long than) {
        return (double) Arrays.stream(sizes).filter(size -> size > than).count() / sizes.length;
    }

    @Test
    void aLogNormalBodyEndsInAParetoTail() {
        long[] body = drawn(SizeDistributionParser.parse("8k:1.5"));
        long[] tailed = drawn(SizeDistributionParser.parse("8k:1.5:128k:1.1"));
        assertEquals(8192.0, body[OBJECTS / 2], 200);
        assertEquals(8192.0, tailed[OBJECTS / 2], 200);
        // 16 medians are 1.85 sigmas up.
        assertEquals(0.0323, larger(body, 128 << 10), 0.002);
        assertEquals(larger(body, 128 << 10), larger(tailed, 128 << 10), 1e-9);
        for (int times : new int[] {2, 8, 32}) {
            double beyond = larger(tailed, (long) times * (128 << 10)) / larger(tailed, 128 << 10);
            assertEquals(Math.pow(times, -1.1), beyond, 0.02, times + " times the bound");
        }
        assertTrue(larger(body, 32 * (128 << 10)) < larger(tailed, 32 * (128 << 10)) / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2g", "8q", "8k:11", "8k:1.5:128k:0", "8k:1.5:0:1", "sizes.txt"})
    void sizesThatAreNoneAreRefusedWithWhatWasExpected(String text) {
        var wrong = assertThrows(IllegalArgumentException.class, () -> SizeDistributionParser.parse(text));
        assertTrue(String.valueOf(wrong.getMessage()).contains("8k:1.5:128k:1.1"), wrong::toString);
    }

    @Test
    void theHerdsFilesHaveThePapersMeans() {
        long[] sizes = drawn(ObjectSizeDistribution.ofHerd());
        double small =
                Arrays.stream(sizes).filter(size -> size <= 100 << 10).average().orElse(0);
        double large =
                Arrays.stream(sizes).filter(size -> size > 100 << 10).average().orElse(0);
        assertEquals(13, small / 1024, 0.5);
        assertEquals(280, large / 1024, 5);
        assertEquals(0.1, larger(sizes, 100 << 10), 0.005);
    }
}
