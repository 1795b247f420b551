package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.FakeExchange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentNegotiatorTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, text/html",
                "'', text/html",
                "*/*, text/html",
                "application/json, application/json",
                "APPLICATION/JSON, application/json",
                "text/*, text/html",
                "'text/*;q=0.5, application/json;q=0.7', application/json",
                "'text/*;q=0.5, application/json;q=0.5', text/html",
                "'*/*, text/html;q=0', application/json",
                "'text/*, text/html;q=0.1, application/json;q=0.2', application/json",
                "'text/html;level=1, application/json;q=0.4', application/json",
                "image/png, none",
                "'text/html;q=0, application/json;q=0', none",
                "'text/html;q=2', text/html",
                "'text/html;q=2, application/json', application/json",
                "'garbage,,;, application/json', application/json",
            })
    void theTypeThatIsAcceptedBestIsChosen(String field, String expected) {
        assertEquals(expected, ContentNegotiator.type(field, List.of("text/html", "application/json")));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "none, en",
                "'de, en;q=0.5', de-CH",
                "'de-CH', de-CH",
                "'de-AT', none",
                "'fr, *;q=0.1', en",
                "'EN', en",
            })
    void theLanguageIsChosenByBasicFiltering(String field, String expected) {
        assertEquals(expected, ContentNegotiator.language(field, List.of("en", "de-CH")));
    }

    @Test
    void anOfferIsAnsweredByTheHandlerOfItsTypeAndVaries() throws Exception {
        NegotiatedHandler offers = NegotiatedHandler.of(
                        "text/html", request -> Response.html("<p>x").varying("Cookie"))
                .or("application/json", request -> Response.json("{}").varying("accept"));
        FakeExchange page = FakeExchange.get("/").answeredBy(offers);
        assertEquals("<p>x", page.responseText());
        assertEquals("Cookie, Accept", page.header("Vary"));
        FakeExchange json = FakeExchange.get("/", "Accept", "application/*").answeredBy(offers);
        assertEquals("{}", json.responseText());
        assertEquals("accept", json.header("Vary"));
        FakeExchange none = FakeExchange.get("/", "Accept", "image/png").answeredBy(offers);
        assertEquals(406, none.status());
        assertEquals("Accept", none.header("Vary"));
    }
}
