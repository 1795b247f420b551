package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HttpDateTest {
    private static final Instant EXAMPLE = Instant.parse("1994-11-06T08:49:37Z");

    @Test
    void theThreeFormsOfTheRfcAreOneTime() {
        assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", HttpDate.format(EXAMPLE));
        assertEquals(EXAMPLE, HttpDate.parse("Sun, 06 Nov 1994 08:49:37 GMT"));
        assertEquals(EXAMPLE, HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT"));
        assertEquals(EXAMPLE, HttpDate.parse("Sun Nov  6 08:49:37 1994"));
    }

    @Test
    void everyDayOfAYearIsWrittenAsInEnglishAndReadBack() {
        DateTimeFormatter english = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
        for (int day = 0; day < 366; day++) {
            Instant time = EXAMPLE.plus(day, ChronoUnit.DAYS);
            assertEquals(english.format(time.atOffset(ZoneOffset.UTC)), HttpDate.format(time));
            assertEquals(time, HttpDate.parse(HttpDate.format(time)));
        }
    }

    @Test
    void whatIsNoDateIsNull() {
        assertNull(HttpDate.parse(null));
        assertNull(HttpDate.parse("Mon, 06 Nov 1994 08:49:37 GMT"));
        assertNull(HttpDate.parse("sun, 06 nov 1994 08:49:37 GMT"));
        assertNull(HttpDate.parse("Sun, 31 Feb 1994 08:49:37 GMT"));
    }
}
