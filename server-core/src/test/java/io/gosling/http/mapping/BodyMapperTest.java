package io.gosling.http.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.common.JsonWriter;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.testing.FakeExchange;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyMapperTest {
    private static final BodyMapper JSON = BodyMapper.json(
            BodyMapperTest::parse, value -> JsonWriter.write(value).getBytes(StandardCharsets.UTF_8));

    /** Knows whole numbers and null. */
    private static <T> @Nullable T parse(byte[] body, Class<T> type) throws ParseException {
        String text = new String(body, StandardCharsets.UTF_8);
        if (!text.matches("[0-9]+|null")) {
            throw new ParseException(text, 0);
        }
        return text.equals("null") ? null : type.cast(Integer.valueOf(text));
    }

    private static FakeExchange doubled(String body, String... headers) throws Exception {
        return FakeExchange.post("/", body, headers)
                .answeredBy(request -> JSON.response(2 * JSON.read(request, Integer.class)));
    }

    private static StatusException refused(String body, String... headers) {
        return assertThrows(StatusException.class, () -> doubled(body, headers));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=utf-8", "application/merge-patch+json"})
    void bodiesAreReadAndWritten(String type) throws Exception {
        FakeExchange answer = doubled("21", "Content-Type", type);
        assertEquals("42", answer.responseText());
        assertEquals("application/json", answer.header("Content-Type"));
    }

    @ParameterizedTest
    @CsvSource({"text/plain", "nonsense", "application/xml"})
    void anotherMediaTypeIsRefused(String type) {
        assertEquals(415, refused("21", "Content-Type", type).status());
        assertEquals(415, refused("21").status());
    }

    @Test
    void aMalformedBodyIsTheClientsFault() {
        StatusException malformed = refused("twenty", "Content-Type", "application/json");
        assertEquals(400, malformed.status());
        assertInstanceOf(ParseException.class, malformed.getCause());
        assertEquals(400, refused("null", "Content-Type", "application/json").status());
    }

    @Test
    void otherFormatsHaveTheirMediaType() throws Exception {
        BodyMapper mapper = new BodyMapper("application/cbor", BodyMapperTest::parse, value -> new byte[] {1});
        Response response = mapper.response("x");
        assertEquals("application/cbor", response.headers().first("Content-Type"));
        FakeExchange json = FakeExchange.post("/", "1", "Content-Type", "application/senml+json");
        assertEquals(
                415,
                assertThrows(StatusException.class, () -> mapper.read(json, Integer.class))
                        .status());
    }
}
