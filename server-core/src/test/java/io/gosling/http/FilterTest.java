package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FilterTest {
    private static Handler failing(Exception failure) {
        return request -> {
            throw failure;
        };
    }

    private static FakeExchange answered(Filter filter, Exception failure) throws Exception {
        return FakeExchange.get("/x").answeredBy(filter.around(failing(failure)));
    }

    @Test
    void anExceptionOfTheClassOrASubclassIsMapped() throws Exception {
        Filter mapper = Filter.catching(
                IllegalArgumentException.class,
                (request, e) ->
                        Response.text(request.path() + ": " + e.getMessage()).withStatus(400));
        assertEquals(
                "/x: seven",
                answered(mapper, new NumberFormatException("seven")).responseText());
        assertThrows(IOException.class, () -> answered(mapper, new IOException("no disk")));
    }

    @Test
    void aStatusExceptionKeepsItsResponseUnlessItIsNamed() throws Exception {
        StatusException gone = new StatusException(410, "gone");
        Filter all = Filter.catching(Exception.class, (request, e) -> Response.of(500));
        assertThrows(StatusException.class, () -> answered(all, gone));
        assertEquals(500, answered(all, new IOException("no disk")).status());
        Filter named = Filter.catching(StatusException.class, (request, e) -> Response.of(e.status() + 1));
        assertEquals(411, answered(named, gone).status());
    }

    @Test
    void aMappingMayThrowAnother() {
        Filter mapper = Filter.catching(IOException.class, (request, e) -> {
            throw new StatusException(503, "try again", e);
        });
        assertThrows(StatusException.class, () -> answered(mapper, new IOException("no disk")));
    }
}
