package io.gosling.http.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Representation;
import io.gosling.http.HttpDateFormat;
import java.time.Instant;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeSelectorTest {
    private static final Instant CHANGED = Instant.parse("1994-11-06T08:49:37Z");
    private static final Instant NOW = CHANGED.plusSeconds(1);

    /** A request within the second of the change may refer to the former bytes. */
    @Test
    void aDateTellsNothingApartBeforeItsSecondIsOver() {
        String date = HttpDateFormat.format(CHANGED);
        assertInstanceOf(
                ByteRangeSelector.Selection.Whole.class,
                ByteRangeSelector.select("bytes=0-9", date, document(1000), CHANGED.plusMillis(999)));
        assertInstanceOf(
                ByteRangeSelector.Selection.Parts.class,
                ByteRangeSelector.select("bytes=0-9", date, document(1000), NOW));
        assertInstanceOf(
                ByteRangeSelector.Selection.Parts.class,
                ByteRangeSelector.select("bytes=0-9", "\"v2\"", document(1000), CHANGED));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bytes=0-99            | 0-99
            bytes=0-0             | 0-0
            BYTES=5-              | 5-999
            bytes=-1              | 999-999
            bytes=-5000           | 0-999
            bytes=990-5000        | 990-999
            bytes=0-9,500-509     | 0-9 500-509
            bytes=500-509,0-9     | 500-509 0-9
            bytes= 0-9 , 500-509  | 0-9 500-509
            bytes=0-9,,500-509,   | 0-9 500-509
            bytes=0-9,5-20        | 0-20
            bytes=0-9,50-59       | 0-59
            bytes=0-,0-,0-        | 0-999
            bytes=0-9,2000-       | 0-9
            bytes=999-99999999999999999999 | 999-999
            bytes=1000-           | none
            bytes=-0              | none
            bytes=5000-6000       | none
            bytes=9-5             | whole
            bytes=                | whole
            bytes=-               | whole
            bytes=a-b             | whole
            bytes=1               | whole
            bytes=1-2-3           | whole
            bytes=0x1-5           | whole
            bytes=+1-5            | whole
            lines=0-5             | whole
            bytes 0-5             | whole
            """)
    void selections(String range, String expected) {
        assertEquals(expected, select(range, null, 1000));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', delimiter = '|', textBlock = """
            "v2"                          | 0-9
            "v1"                          | whole
            W/"v2"                        | whole
            Sun, 06 Nov 1994 08:49:37 GMT | 0-9
            Sun, 06 Nov 1994 08:49:38 GMT | whole
            nonsense                      | whole
            """)
    void rangesOfAnOldVersionAreDisregarded(String ifRange, String expected) {
        assertEquals(expected, select("bytes=0-9", ifRange, 1000));
    }

    @Test
    void aRangeFromTheBeginningOfAnEmptyDocumentIsAllOfIt() {
        for (String range : new String[] {"0-", "0-499", "-1", "-500", "-0,-5", "5-,0-", "-", "0--1"}) {
            assertEquals("whole", select("bytes=" + range, null, 0), range);
        }
        for (String range : new String[] {"1-", "5-9", "-0"}) {
            assertEquals("none", select("bytes=" + range, null, 0), range);
        }
    }

    @Test
    void tooManyRangesAreDisregarded() {
        assertEquals("whole", select("bytes=" + "0-0,200-200,".repeat(17), null, 1000));
    }

    @Test
    void randomRangesSelectEveryByteAskedForAndNoneTwice() {
        Random random = new Random(9110);
        for (int round = 0; round < 20_000; round++) {
            int length = 1 + random.nextInt(1000);
            BitSet asked = new BitSet();
            StringBuilder field = new StringBuilder("bytes=");
            for (int n = 1 + random.nextInt(6); n > 0; n--) {
                int first = random.nextInt(1200);
                int last = first + random.nextInt(300);
                field.append(first).append('-').append(last).append(',');
                asked.set(Math.min(first, length), Math.min(last + 1, length));
            }
            ByteRangeSelector.Selection selection =
                    ByteRangeSelector.select(field.toString(), null, document(length), NOW);
            if (asked.isEmpty()) {
                assertInstanceOf(ByteRangeSelector.Selection.Unsatisfiable.class, selection);
                continue;
            }
            BitSet sent = new BitSet();
            for (ByteRange range : assertInstanceOf(ByteRangeSelector.Selection.Parts.class, selection)
                    .ranges()) {
                assertTrue(range.last() < length && range.first() <= range.last(), field::toString);
                assertEquals(-1, firstCommon(sent, range), field::toString);
                sent.set((int) range.first(), (int) range.last() + 1);
            }
            asked.andNot(sent);
            assertTrue(asked.isEmpty(), field::toString);
        }
    }

    private static int firstCommon(BitSet sent, ByteRange range) {
        int next = sent.nextSetBit((int) range.first());
        return next >= 0 && next <= range.last() ? next : -1;
    }

    private static String select(String range, @org.jspecify.annotations.Nullable String ifRange, long length) {
        return switch (ByteRangeSelector.select(range, ifRange, document(length), NOW)) {
            case ByteRangeSelector.Selection.Whole whole -> "whole";
            case ByteRangeSelector.Selection.Unsatisfiable none -> "none";
            case ByteRangeSelector.Selection.Parts parts ->
                parts.ranges().stream().map(r -> r.first() + "-" + r.last()).collect(Collectors.joining(" "));
        };
    }

    private static Representation document(long length) {
        return new Representation("text/plain", length, "\"v2\"", CHANGED);
    }
}
