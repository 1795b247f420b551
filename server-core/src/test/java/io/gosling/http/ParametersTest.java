package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    @ParameterizedTest
    @CsvSource({
        "'', {}",
        "a=1, {a=[1]}",
        "a=1&b=2&a=3, '{a=[1, 3], b=[2]}'",
        "a, {a=[]}",
        "=1, {=[1]}",
        "&&a=1&, {a=[1]}",
        "a=b=c, {a=[b=c]}",
        "a+b=c+d, {a b=[c d]}",
        "na%6De=J%C3%BCrgen%26, {name=[Jürgen&]}",
        "a=%2B%25, {a=[+%]}",
    })
    void namesAndValuesAreDecoded(String query, String expected) {
        assertEquals(expected, FakeExchange.get("/?" + query).query().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a=%", "a=%4", "a=%4&b", "a=%zz", "%4=1", "a=%ff", "a=%c3", "a=%ed%a0%80"})
    void whatIsMalformedIsTheClientsFault(String query) {
        StatusException refused = assertThrows(
                StatusException.class, () -> FakeExchange.get("/?" + query).query());
        assertEquals(400, refused.status());
    }

    @Test
    void thereIsALimit() {
        assertEquals(1, Parameters.parse("a&a", 2).names().size());
        assertEquals(
                413,
                assertThrows(StatusException.class, () -> Parameters.parse("a&a&a", 2))
                        .status());
    }

    @Test
    void valuesAreFoundByName() {
        Parameters parameters = Parameters.parse("a=1&a=2&b=", 9);
        assertEquals("1", parameters.first("a"));
        assertEquals(2, parameters.all("a").size());
        assertEquals("", parameters.first("b", "x"));
        assertEquals("x", parameters.first("c", "x"));
        assertEquals(0, parameters.all("c").size());
    }
}
