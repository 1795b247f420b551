package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.FakeExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorPageBuilderTest {
    private static final StatusException FAILURE = new StatusException(422, "no \"<name>\"");

    @ParameterizedTest
    @CsvSource({
        "application/json, application/problem+json",
        "application/problem+json, application/problem+json",
        "'application/json, text/plain;q=0.5, */*;q=0.1', application/problem+json",
        "text/plain, text/plain; charset=utf-8",
        "*/*, text/html; charset=utf-8",
        "'text/html,application/xhtml+xml,*/*;q=0.8', text/html; charset=utf-8",
        "image/png, text/html; charset=utf-8"
    })
    void theClientChoosesTheForm(String accepted, String type) throws Exception {
        assertEquals(type, failed("Accept", accepted).header("Content-Type"));
    }

    @Test
    void aClientWithoutAPreferenceIsSentHtml() throws Exception {
        FakeExchange failed = failed();
        assertEquals(422, failed.status());
        assertEquals("text/html; charset=utf-8", failed.header("Content-Type"));
        assertEquals("Accept", failed.header("Vary"));
        assertTrue(
                failed.responseText().contains("<h1>422 Unprocessable Content</h1><p>no &quot;&lt;name&gt;&quot;</p>"));
    }

    @Test
    void jsonIsProblemDetails() throws Exception {
        assertEquals(
                "{\"status\":422,\"title\":\"Unprocessable Content\",\"detail\":\"no \\\"<name>\\\"\"}",
                failed("Accept", "application/json").responseText());
    }

    @Test
    void textIsOneLine() throws Exception {
        assertEquals(
                "422 Unprocessable Content: no \"<name>\"\n",
                failed("Accept", "text/plain").responseText());
    }

    @Test
    void withoutAReasonThereIsNoDetail() throws Exception {
        FakeExchange failed = FakeExchange.get("/", "Accept", "application/json")
                .answeredBy(request -> ErrorPageBuilder.of(request, 500, null));
        assertFalse(failed.responseText().contains("detail"), failed.responseText());
    }

    private static FakeExchange failed(String... headers) throws Exception {
        return FakeExchange.get("/", headers).answeredBy(request -> ErrorPageBuilder.of(request, FAILURE));
    }
}
