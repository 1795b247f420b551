package io.gosling.netty.http1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110, section 7.6.2. */
class MaxForwardsTest {
    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "10, 9",
        "007, 6",
        "2147483647, 2147483646",
        "2147483648, 2147483646",
        "99999999999999999999999999999999999999, 2147483646"
    })
    void theNextServerGetsOneLess(String received, String forwarded) {
        MaxForwards limit = MaxForwards.of("OPTIONS", Headers.of("Max-Forwards", received));
        assertNotNull(limit);
        assertTrue(limit.isCounted());
        assertFalse(limit.isSpent());
        assertEquals(forwarded, limit.next());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "000"})
    void zeroEndsHere(String received) {
        MaxForwards limit = MaxForwards.of("OPTIONS", Headers.of("max-forwards", received));
        assertNotNull(limit);
        assertTrue(limit.isSpent());
        assertFalse(limit.isCounted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.0", "0x1", "1 1", "1,1", "many", "\u00b2"})
    void whatIsNoNumberIsRefused(String received) {
        Headers headers = Headers.of("Max-Forwards", received);
        assertNull(MaxForwards.of("OPTIONS", headers));
        assertNotNull(MaxForwards.of("GET", headers), "it means nothing there");
    }

    @Test
    void severalLinesAreRefusedAlsoWhereTheyAgree() {
        assertNull(MaxForwards.of("OPTIONS", Headers.of("Max-Forwards", "1", "Max-Forwards", "1")));
    }

    @Test
    void withoutOneThereIsNoLimit() {
        MaxForwards limit = MaxForwards.of("OPTIONS", Headers.empty());
        assertNotNull(limit);
        assertFalse(limit.isSpent());
        assertFalse(limit.isCounted());
    }
}
