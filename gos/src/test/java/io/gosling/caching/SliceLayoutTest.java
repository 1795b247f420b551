package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the division of large objects into slices, and the slices of a request. */
class SliceLayoutTest {
    @Test
    void segmentsAreTheWholeWithoutGapOrOverlap() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            int size = 1 + random.nextInt(50);
            SliceLayout cut = new SliceLayout(1 + random.nextInt(5000), size);
            long next = 0;
            for (int i = 0; i <= cut.indexOf(cut.length() - 1); i++) {
                ByteSpan span = cut.of(i);
                assertEquals(next, span.first(), cut.toString());
                assertTrue(span.length() == size || i == cut.indexOf(cut.length() - 1), cut.toString());
                assertEquals(i, cut.indexOf(span.first()));
                assertEquals(i, cut.indexOf(span.last()));
                next = span.last() + 1;
            }
            assertEquals(cut.length(), next, cut.toString());
        }
    }

    @Test
    void whatIsAskedForInsteadOfARangeHasItAndIsWholeSegments() {
        Random random = new Random(8);
        for (int round = 0; round < 2000; round++) {
            int size = 1 + random.nextInt(50);
            long first = random.nextInt(1000);
            ByteSpan asked = new ByteSpan(first, random.nextInt(9) == 0 ? ByteSpan.OPEN : first + random.nextInt(1000));
            ByteSpan around = SliceLayout.around(asked, size);
            assertTrue(around.first() <= asked.first() && asked.first() - around.first() < size, asked.toString());
            assertTrue(around.last() >= asked.last(), asked.toString());
            assertEquals(0, around.first() % size);
            if (asked.last() == ByteSpan.OPEN) {
                assertEquals(ByteSpan.OPEN, around.last());
            } else {
                assertTrue(around.last() - asked.last() < size, asked.toString());
                assertEquals(0, (around.last() + 1) % size);
            }
        }
        assertEquals(new ByteSpan(0, ByteSpan.OPEN), SliceLayout.around(new ByteSpan(3, ByteSpan.OPEN - 2), 10));
    }

    @Test
    void anObjectHasABoundedNumberOfSegments() {
        assertTrue(SliceLayout.fit(65_536L * 10, 10));
        assertFalse(SliceLayout.fit(65_536L * 10 + 1, 10));
        assertFalse(SliceLayout.fit(0, 10));
        assertFalse(SliceLayout.fit(10, 0));
        assertThrows(IllegalArgumentException.class, () -> new SliceLayout(65_536L * 10 + 1, 10));
        assertThrows(IllegalArgumentException.class, () -> new ByteSpan(5, 4));
    }

    @Test
    void oneRangeByItsFirstByteIsRead() {
        assertEquals(new ByteSpan(3, 9), ByteSpan.requested(Headers.of("Range", "bytes=3-9")));
        assertEquals(new ByteSpan(3, ByteSpan.OPEN), ByteSpan.requested(Headers.of("Range", "Bytes=3-")));
        assertEquals("bytes=3-", new ByteSpan(3, ByteSpan.OPEN).asked());
        assertEquals("bytes=3-9", new ByteSpan(3, 9).asked());
        for (String other : new String[] {
            "bytes=0-", "bytes=-5", "bytes=1-2,4-5", "bytes=9-3", "lines=1-2", "bytes=1", "bytes=99999999999999999999-"
        }) {
            assertNull(ByteSpan.requested(Headers.of("Range", other)), other);
        }
        assertNull(ByteSpan.requested(Headers.empty()));
        assertNull(ByteSpan.requested(Headers.of("Range", "bytes=1-2", "Range", "bytes=4-5")));
    }

    @Test
    void whatA206CarriesIsRead() {
        ContentRange part = Objects.requireNonNull(ContentRange.of(Headers.of("Content-Range", "bytes 10-19/35")));
        assertEquals(new ContentRange(new ByteSpan(10, 19), 35), part);
        assertTrue(part.answers(new ByteSpan(10, 19)));
        assertFalse(part.answers(new ByteSpan(10, 29)), "it is shorter than what there is");
        assertFalse(part.answers(new ByteSpan(0, 19)));
        assertFalse(part.answers(new ByteSpan(40, 49)));
        assertFalse(part.isWhole());
        ContentRange end = Objects.requireNonNull(ContentRange.of(Headers.of("Content-Range", "bytes 30-34/35")));
        assertTrue(end.answers(new ByteSpan(30, 39)) && end.answers(new ByteSpan(30, ByteSpan.OPEN)));
        assertTrue(Objects.requireNonNull(ContentRange.of(Headers.of("Content-Range", "bytes 0-34/35")))
                .isWhole());
        for (String odd : new String[] {
            "bytes 0-34/*", "bytes */35", "bytes 5-4/35", "bytes 0-35/35", "bytes 0-3/35, bytes 5-6/35", "0-3/35", ""
        }) {
            assertNull(ContentRange.of(Headers.of("Content-Range", odd)), odd);
        }
    }
}
