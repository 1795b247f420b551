package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamTest {
    @Test
    void eventsAreWrittenLineByLine() throws Exception {
        Handler handler = request -> Response.events(events -> {
            events.retryAfter(Duration.ofSeconds(2));
            events.send("one");
            events.comment("still here");
            events.send(new EventStream.Event("7", "price", "two\r\nthree\rfour\n"));
        });
        FakeExchange exchange = FakeExchange.get("/").answeredBy(handler);
        assertEquals("text/event-stream", exchange.header("Content-Type"));
        assertEquals("no-store", exchange.header("Cache-Control"));
        assertEquals("""
                retry: 2000

                data: one

                : still here

                id: 7
                event: price
                data: two
                data: three
                data: four
                data:\s

                """, exchange.responseText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\0b"})
    void nothingCanBeSmuggledIntoAnEvent(String text) {
        assertThrows(IllegalArgumentException.class, () -> new EventStream.Event(text, null, ""));
        assertThrows(IllegalArgumentException.class, () -> new EventStream.Event(null, text, ""));
        Handler handler = request -> Response.events(events -> events.comment(text));
        assertThrows(IllegalArgumentException.class, () -> FakeExchange.get("/").answeredBy(handler));
    }
}
