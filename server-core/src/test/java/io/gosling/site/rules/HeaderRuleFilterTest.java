package io.gosling.site.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderRuleFilterTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection",
                "proxy_connection",
                "Transfer-Encoding",
                "ETag",
                "Via",
                "Gosling-Backend",
                "Cache-Status"
            })
    void headersOfTheServerItselfAreRefused(String name) {
        PathPattern path = PathPattern.parse("/**");
        HeaderChange set = new HeaderChange(Headers.of(name, "x"), List.of());
        HeaderChange removal = new HeaderChange(Headers.empty(), List.of(name));
        for (HeaderChange refused : List.of(set, removal)) {
            assertTrue(String.valueOf(assertThrows(
                                    IllegalArgumentException.class,
                                    () -> new HeaderRule(path, refused, false, HeaderChange.NONE))
                            .getMessage())
                    .contains("is made by the server"));
        }
    }

    @Test
    void aRuleLeavesTheTypeThatSeparatesTheRangesOfAResponse() {
        HeaderRuleFilter rules = new HeaderRuleFilter(List.of(new HeaderRule(
                PathPattern.parse("/**"),
                new HeaderChange(Headers.of("Content-Type", "text/x"), List.of()),
                false,
                HeaderChange.NONE)));
        Headers parts = Headers.of("Content-Type", "multipart/byteranges; boundary=b");
        assertEquals(parts, rules.applied(new Response(206, parts, null), "/a").headers());
        assertEquals(
                Headers.of("Content-Type", "text/x"),
                rules.applied(new Response(200, parts, null), "/a").headers());
    }

    @Test
    void varyIsAddedToAndNotRemoved() {
        HeaderChange removal = new HeaderChange(Headers.empty(), List.of("Vary"));
        PathPattern path = PathPattern.parse("/**");
        assertTrue(String.valueOf(assertThrows(
                                IllegalArgumentException.class,
                                () -> new HeaderRule(path, removal, false, HeaderChange.NONE))
                        .getMessage())
                .contains("set adds"));
    }

    @Test
    void aChangeNamesWhatItSetsAndRemoves() {
        HeaderChange change = new HeaderChange(Headers.of("X-A", "1", "X-b", "2"), List.of("X-C"));
        assertEquals(List.of("X-A", "X-b", "X-C"), change.names().toList());
        assertTrue(change.concerns("x_a"));
        assertTrue(change.concerns("X_C"));
        assertFalse(change.concerns("X-AA"));
    }
}
