package io.gosling.tools.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NameNumberingTest {
    /** Beside a map of the library: names of all lengths, many of them again. */
    @Test
    void everyNameKeepsTheNumberThatItGotFirst() {
        NameNumbering names = new NameNumbering();
        Map<String, Integer> known = new HashMap<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            String name = Integer.toString(random.nextInt(50_000), 36).repeat(1 + random.nextInt(5));
            int expected = known.computeIfAbsent(name, made -> known.size());
            assertEquals(expected, names.of(name.getBytes(StandardCharsets.ISO_8859_1)), name);
        }
        assertEquals(known.size(), names.count());
    }

    @Test
    void aNumberIsANameOfEightBytes() {
        NameNumbering names = new NameNumbering();
        for (long number : new long[] {0, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertEquals(number, names.asLong(names.of(number)));
        }
        assertEquals(5, names.count());
        assertEquals(2, names.of(42));
        assertEquals(5, names.of(new byte[LineTraceParser.LONGEST]));
    }
}
