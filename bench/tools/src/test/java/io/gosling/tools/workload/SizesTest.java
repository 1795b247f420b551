package io.gosling.tools.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.ObjectSizeDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
    private static final int OBJECTS = 200_000;

    @TempDir
    private Path folder = Path.of(".");

    private static long[] drawn(ObjectSizeDistribution sizes) {
        return LongStream.range(0, OBJECTS).map(sizes::draw).sorted().toArray();
    }

    private static double larger(long[] sizes, long than) {
        return (double) Arrays.stream(sizes).filter(size -> size > than).count() / sizes.length;
    }

    @Test
    void aLogNormalBodyEndsInAParetoTail() throws IOException {
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

    @Test
    void aHistogramIsLinesOfSizesAndCounts() throws IOException {
        Path lines = Files.writeString(folder.resolve("sizes.txt"), "# bytes files\n100 3\n\n  5000\t1\n7 0\n");
        long[] sizes = drawn(SizeDistributionParser.parse(lines.toString()));
        assertEquals(0.25, larger(sizes, 100), 0.01);
        assertEquals(100, sizes[0]);
        assertEquals(5000, sizes[OBJECTS - 1]);
        Path wrong = Files.writeString(folder.resolve("wrong.txt"), "100 3\nmany 2\n");
        IOException refused = assertThrows(IOException.class, () -> SizeDistributionParser.parse(wrong.toString()));
        assertTrue(String.valueOf(refused.getMessage()).contains("'many 2'"), refused::toString);
        Path empty = Files.writeString(folder.resolve("empty.txt"), "# nothing\n");
        assertThrows(IOException.class, () -> SizeDistributionParser.parse(empty.toString()));
        assertThrows(
                IOException.class,
                () -> SizeDistributionParser.parse(folder.resolve("none.txt").toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2g", "8q", "8k:11", "8k:1.5:128k:0", "8k:1.5:0:1"})
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
