package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {
    @Test
    void fieldsAreFoundByNameInAnyCaseAndKeepTheirOrder() {
        Headers headers = Headers.of("Accept", "a", "Host", "h", "ACCEPT", "b");
        assertEquals("a", headers.first("accept"));
        assertEquals(List.of("a", "b"), headers.all("Accept"));
        assertEquals("a, b", headers.joined("accept"));
        assertNull(headers.first("Cookie"));
        assertEquals(Headers.of("Host", "h", "Accept", "c"), headers.with("Accept", "c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\n", "ä", "a\0", "(a)"})
    void aNameMustBeAToken(String name) {
        assertThrows(IllegalArgumentException.class, () -> Headers.of(name, "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nB: c", "a\nb", "a\0", "\u0100", "\u007f"})
    void aValueMustNotBreakTheHeader(String value) {
        assertThrows(IllegalArgumentException.class, () -> Headers.of("A", value));
    }
}
