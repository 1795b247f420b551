package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HttpDateFormatTest {
    private static final Instant EXAMPLE = Instant.parse("1994-11-06T08:49:37Z");

    @Test
    void theThreeFormsOfTheRfcAreOneTime() {
        assertEquals("Sun, 06 Nov 1994 08:49:37 GMT", HttpDateFormat.format(EXAMPLE));
        assertEquals(EXAMPLE, HttpDateFormat.parse("Sun, 06 Nov 1994 08:49:37 GMT"));
        assertEquals(EXAMPLE, HttpDateFormat.parse("Sunday, 06-Nov-94 08:49:37 GMT"));
        assertEquals(EXAMPLE, HttpDateFormat.parse("Sun Nov  6 08:49:37 1994"));
    }

    @Test
    void everyDayOfAYearIsWrittenAsInEnglishAndReadBack() {
        DateTimeFormatter english = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
        for (int day = 0; day < 366; day++) {
            Instant time = EXAMPLE.plus(day, ChronoUnit.DAYS);
            assertEquals(english.format(time.atOffset(ZoneOffset.UTC)), HttpDateFormat.format(time));
            assertEquals(time, HttpDateFormat.parse(HttpDateFormat.format(time)));
        }
    }

    @Test
    void whatIsNoDateIsNull() {
        assertNull(HttpDateFormat.parse(null));
        assertNull(HttpDateFormat.parse("Mon, 06 Nov 1994 08:49:37 GMT"));
        assertNull(HttpDateFormat.parse("sun, 06 nov 1994 08:49:37 GMT"));
        assertNull(HttpDateFormat.parse("Sun, 31 Feb 1994 08:49:37 GMT"));
    }
}
