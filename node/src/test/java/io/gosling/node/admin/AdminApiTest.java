package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.FakeExchange;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask the admin port for what. */
class AdminApiTest {
    private final Readiness readiness = new Readiness();
    private final AtomicInteger emptied = new AtomicInteger();
    private final AdminApi api = new AdminApi(
            readiness, () -> "gosling_objects 1\n", () -> Map.of("kind", "node"), emptied::incrementAndGet);

    private int status(String method, String path, String... fields) throws Exception {
        return FakeExchange.of(method, path, fields).answeredBy(api).status();
    }

    @Test
    void readinessSaysWhyNot() throws Exception {
        assertEquals("starting\n", FakeExchange.get("/readyz").answeredBy(api).responseText());
        assertEquals(503, status("GET", "/readyz"));
        readiness.ready();
        assertEquals(200, status("GET", "/readyz"));
        readiness.draining();
        assertEquals(503, status("GET", "/readyz"));
        assertEquals(200, status("GET", "/livez"), "it lives while it drains");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/metrics", "/status", "/object-table"})
    void aNameThatWasReboundToThisMachineIsNotServed(String path) throws Exception {
        for (String method : new String[] {"GET", "DELETE"}) {
            assertEquals(421, status(method, path, "Host", "evil.example:4675"));
        }
        assertEquals(0, emptied.get());
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /livez, 405",
        "OPTIONS, /object-table, 405",
        "POST, /object-table, 405",
        "GET, /object-table, 405",
        "DELETE, /livez, 405",
        "GET, /, 404"
    })
    void whatIsNotThereIsNotDone(String method, String path, int status) throws Exception {
        assertEquals(status, status(method, path, "Host", "localhost:4675"));
        assertEquals(0, emptied.get());
    }

    @Test
    void theTableIsEmptiedForACommandAndNotForAPage() throws Exception {
        assertEquals(403, status("DELETE", "/object-table", "Host", "127.0.0.1:4675", "Origin", "http://evil.example"));
        assertEquals(
                403, status("DELETE", "/object-table", "Host", "127.0.0.1:4675", "Origin", "http://127.0.0.1:8080"));
        assertEquals(403, status("DELETE", "/object-table", "Host", "127.0.0.1:4675", "Origin", "null"));
        assertEquals(403, status("DELETE", "/object-table", "Host", "127.0.0.1:4675", "Sec-Fetch-Site", "same-origin"));
        assertEquals(0, emptied.get());
        assertEquals(204, status("DELETE", "/object-table", "Host", "127.0.0.1:4675"));
        assertEquals(1, emptied.get());
    }

    @Test
    void aFrontEndHasNoTableToEmpty() throws Exception {
        AdminApi frontEnd = new AdminApi(readiness, () -> "", () -> Map.of(), null);
        assertEquals(
                405,
                FakeExchange.of("DELETE", "/object-table").answeredBy(frontEnd).status());
    }
}
