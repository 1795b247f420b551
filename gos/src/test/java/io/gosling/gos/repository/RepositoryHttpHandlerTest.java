package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The repository as requests and answers. */
class RepositoryHttpHandlerTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FakeHomes homes = new FakeHomes(ticker);
    private final FakeVoters voters = new FakeVoters();
    private final TransitMemoryBudget underWay = new TransitMemoryBudget(1000);
    private final RepositoryHttpHandler requests = new RepositoryHttpHandler(
            new ObjectRepository(
                    RepositorySettings.defaults(), homes.seenFrom(false), voters.node(), ticker, new Random(1)),
            underWay);

    private FakeExchange send(String method, String target, String body, String... fields) throws Exception {
        FakeExchange exchange = FakeExchange.post(target, body, fields);
        // The fixture's bodies are those of a POST.
        return exchange.answeredBy(request -> requests.handle(new Renamed(request, method)));
    }

    @Test
    void anObjectIsPutReadChangedAndRemoved() throws Exception {
        assertEquals(404, send("GET", "/objects/a%2Fb", "").status());
        FakeExchange put = send("PUT", "/objects/a%2Fb", "one", "Surrogate-Key", "x y", "Gosling-Ttl", "10");
        assertEquals(204, put.status());
        String first = Objects.requireNonNull(put.header("ETag"));
        ticker.advance(Duration.ofMillis(8500));
        FakeExchange got = send("GET", "/objects/a/b", "");
        assertEquals("one", got.responseText());
        assertEquals(first, got.header("ETag"));
        assertEquals("x y", got.header("Surrogate-Key"));
        assertEquals("2", got.header("Gosling-Ttl"));
        assertEquals("no-store", got.header("Cache-Control"));
        assertEquals(
                304, send("GET", "/objects/a/b", "", "If-None-Match", first).status());

        assertEquals(
                412, send("PUT", "/objects/a/b", "two", "If-None-Match", "*").status());
        FakeExchange second = send("PUT", "/objects/a/b", "two", "If-Match", first, "Gosling-Visible", "holders");
        assertEquals(204, second.status());
        assertNotEquals(first, second.header("ETag"));
        FakeExchange late = send("DELETE", "/objects/a/b", "", "If-Match", first);
        assertEquals(412, late.status());
        assertEquals(second.header("ETag"), late.header("ETag"));
        assertEquals(204, send("DELETE", "/objects/a/b", "").status());
        assertEquals(404, send("DELETE", "/objects/a/b", "").status());
        assertEquals(412, send("PUT", "/objects/a/b", "two", "If-Match", "*").status());
    }

    @Test
    void aFullHomeIs507AndOneThatCannotBeAsked503() throws Exception {
        homes.quota(0, 0);
        assertEquals(507, send("PUT", "/objects/a", "one").status());
        voters.leases(false);
        FakeExchange refused = send("PUT", "/objects/a", "one");
        assertEquals(503, refused.status());
        assertTrue(refused.responseText().contains("no lease"), refused.responseText());
        assertEquals(503, send("GET", "/objects/a", "").status());
        assertEquals(503, send("DELETE", "/objects/a", "").status());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT    | /objects/       | x               | x            | a key of 0 bytes",
                "PUT    | /objects/a%2    | x               | x            | two hexadecimal digits",
                "PUT    | /objects/a      | If-Match        | \"1\", \"2\" | expected * or one version",
                "PUT    | /objects/a      | If-Match        | W/\"1\"      | expected * or one version",
                "PUT    | /objects/a      | If-None-Match   | \"1\"        | expected *",
                "PUT    | /objects/a      | Gosling-Ttl     | 1.5          | a number of seconds",
                "PUT    | /objects/a      | Gosling-Ttl     | 0            | a time to live of PT0S",
                "PUT    | /objects/a      | Gosling-Visible | here         | expected everywhere, holders or home",
            })
    void whatCannotBeMeantIs400WithWhatWasExpected(String method, String target, String name, String value, String said)
            throws Exception {
        FakeExchange refused = send(method, target, "text", name, value);
        assertEquals(400, refused.status());
        assertTrue(refused.responseText().contains(said), refused.responseText());
    }

    @Test
    void whatIsTooLargeIs413AndAnotherMethod405() throws Exception {
        assertEquals(413, send("PUT", "/objects/a", "x".repeat((4 << 20) + 1)).status());
        FakeExchange other = send("POST", "/objects/a", "x");
        assertEquals(405, other.status());
        assertEquals("GET, HEAD, PUT, DELETE", other.header("Allow"));
    }

    @Test
    void whatHasNoMemoryIsRefusedBeforeItIsReadAndEverythingIsGivenBack() throws Exception {
        String body = "x".repeat(600);
        assertEquals(
                204, send("PUT", "/objects/a", body, "Content-Length", "600").status());
        assertEquals(0, underWay.taken());
        assertTrue(underWay.take(500));
        for (String[] field : new String[][] {{"Content-Length", "600"}, {}}) {
            FakeExchange busy = send("PUT", "/objects/a", body, field);
            assertEquals(503, busy.status());
            assertEquals("1", busy.header("Retry-After"));
            assertTrue(busy.responseText().contains("repository.in-flight-bytes"), busy.responseText());
        }
        assertEquals(503, send("GET", "/objects/a", "").status());
        assertEquals(500, underWay.taken());
        underWay.give(500);
        FakeExchange got = send("GET", "/objects/a", "");
        assertEquals(body, got.responseText());
        assertEquals(0, underWay.taken());
        // Objects above the budget go alone.
        assertEquals(
                204,
                send("PUT", "/objects/a", "x".repeat(2000), "Content-Length", "2000")
                        .status());
        assertEquals(
                413, send("PUT", "/objects/a", "", "Content-Length", "4194305").status());
        assertEquals(0, underWay.taken());
    }

    private static final class Renamed extends RequestWrapper {
        private final String method;

        Renamed(Request request, String method) {
            super(request);
            this.method = method;
        }

        @Override
        public String method() {
            return method;
        }
    }
}
