package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
    private static final Routes ROUTES =
            Routes.otherwise(saying("site")).with("/api", saying("api")).with("/api/v2", saying("v2"));

    @ParameterizedTest
    @CsvSource({"/,site", "/apix,site", "/api,api", "/api/,api", "/api/v1,api", "/api/v2,v2", "/api/v2/x,v2", "*,site"})
    void theLongestPrefixOfWholeSegmentsAnswers(String path, String expected) throws Exception {
        assertEquals(expected, FakeExchange.get(path).answeredBy(ROUTES).header("Said"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "api", "/", "/x/", "/api"})
    void aPrefixMustBeUsableAndFree(String prefix) {
        assertThrows(IllegalArgumentException.class, () -> ROUTES.with(prefix, saying("x")));
    }

    private static Handler saying(String text) {
        return request -> new Response(200, Headers.of("Said", text), null);
    }
}
