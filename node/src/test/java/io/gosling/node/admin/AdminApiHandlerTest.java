package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the permissions of the admin port. */
class AdminApiHandlerTest {
    private final AtomicReference<@Nullable String> unreachable = new AtomicReference<>();
    private final Readiness readiness = new Readiness(unreachable::get);
    private final AtomicInteger emptied = new AtomicInteger();
    private final AtomicInteger reloaded = new AtomicInteger();
    private final AtomicInteger purged = new AtomicInteger();
    private final AtomicInteger drained = new AtomicInteger();
    private final Handler api = withoutTokens(new AdminApiHandler.Holder(
            emptied::incrementAndGet,
            request -> Response.text("purge " + purged.incrementAndGet() + "\n"),
            request -> Response.text("drain " + drained.incrementAndGet() + "\n"),
            request -> Response.text("object")));

    private Handler withoutTokens(AdminApiHandler.@Nullable Holder holder) {
        AdminApiHandler handler = new AdminApiHandler(
                readiness,
                () -> "gosling_objects 1\n",
                () -> Map.of("kind", "node"),
                () -> Response.text("reload " + reloaded.incrementAndGet() + "\n"),
                request -> Response.text("explained " + request.query().first("url") + "\n"),
                request -> Response.text("log\n"),
                holder,
                null);
        return new AdminAccess(handler, null, ClusterMembers.none("n1"), new ManualTicker());
    }

    private int status(String method, String path, String... fields) throws Exception {
        return FakeExchange.of(method, path, fields).answeredBy(api).status();
    }

    @Test
    void readinessSaysWhyNot() throws Exception {
        assertEquals("starting\n", FakeExchange.get("/readyz").answeredBy(api).responseText());
        assertEquals(503, status("GET", "/readyz"));
        readiness.ready();
        assertEquals(200, status("GET", "/readyz"));
        unreachable.set("the directory /srv/site cannot be reached");
        assertEquals(503, status("GET", "/readyz"));
        assertEquals(
                "the directory /srv/site cannot be reached\n",
                FakeExchange.get("/readyz").answeredBy(api).responseText());
        unreachable.set(null);
        assertEquals(200, status("GET", "/readyz"));
        readiness.draining();
        assertEquals(503, status("GET", "/readyz"));
        assertEquals(200, status("GET", "/livez"), "it lives while it drains");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/metrics", "/status", "/object-table", "/reload"})
    void aNameThatWasReboundToThisMachineIsNotServed(String path) throws Exception {
        for (String method : new String[] {"GET", "DELETE", "POST"}) {
            assertEquals(421, status(method, path, "Host", "evil.example:4675"));
        }
        assertEquals(0, emptied.get());
        assertEquals(0, reloaded.get());
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /livez, 405",
        "OPTIONS, /object-table, 405",
        "POST, /object-table, 405",
        "GET, /object-table, 405",
        "DELETE, /livez, 405",
        "GET, /reload, 405",
        "PUT, /reload, 405",
        "OPTIONS, /reload, 405",
        "POST, /reload/, 404",
    })
    void whatIsNotThereIsNotDone(String method, String path, int status) throws Exception {
        assertEquals(status, status(method, path, "Host", "localhost:4675"));
        assertEquals(0, emptied.get());
        assertEquals(0, reloaded.get());
    }

    @Test
    void theConfigurationIsReadAgainForACommandAndNotForAPage() throws Exception {
        String host = "127.0.0.1:4675";
        for (String origin : new String[] {"http://evil.example", "http://127.0.0.1:8080", "null"}) {
            assertEquals(403, status("POST", "/reload", "Host", host, "Origin", origin));
        }
        assertEquals(403, status("POST", "/reload", "Host", host, "Sec-Fetch-Site", "cross-site"));
        assertEquals(0, reloaded.get());
        FakeExchange answer = FakeExchange.of("POST", "/reload", "Host", host).answeredBy(api);
        assertEquals(200, answer.status());
        assertEquals("reload 1\n", answer.responseText());
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
    void aPurgeIsForACommandAndNotForAPage() throws Exception {
        assertEquals(403, status("POST", "/purge", "Host", "127.0.0.1:4675", "Origin", "http://evil.example"));
        assertEquals(421, status("POST", "/purge", "Host", "evil.example:4675"));
        assertEquals(405, status("GET", "/purge", "Host", "127.0.0.1:4675"));
        assertEquals(0, purged.get());
        assertEquals(200, status("POST", "/purge", "Host", "127.0.0.1:4675"));
        assertEquals(1, purged.get());
    }

    @Test
    void aDrainIsForACommandAndNotForAPage() throws Exception {
        assertEquals(403, status("POST", "/drain", "Host", "127.0.0.1:4675", "Origin", "http://127.0.0.1:8080"));
        assertEquals(421, status("POST", "/drain", "Host", "evil.example:4675"));
        assertEquals(405, status("GET", "/drain", "Host", "127.0.0.1:4675"));
        assertEquals(0, drained.get());
        assertEquals(200, status("POST", "/drain", "Host", "127.0.0.1:4675"));
        assertEquals(1, drained.get());
    }

    @ParameterizedTest
    @CsvSource({
        "/explain?url=/a, Sec-Fetch-Site, cross-site, 403",
        "/explain?url=/a, Sec-Fetch-Site, same-site, 403",
        "/cluster/explain?url=/a, Sec-Fetch-Site, cross-site, 403",
        "/cluster/status, Origin, http://evil.example, 403",
        "/status, Sec-Fetch-Site, cross-site, 403",
        "/status, Sec-Fetch-Site, same-origin, 200",
        "/status, Sec-Fetch-Site, none, 200",
        "/, Sec-Fetch-Site, cross-site, 200",
    })
    void onlyTheDashboardAndTypedAddressesReadInABrowser(String path, String header, String value, int status)
            throws Exception {
        assertEquals(status, status("GET", path, "Host", "127.0.0.1:4675", header, value));
    }

    @Test
    void aPageInABrowserNeitherChangesNorReadsObjects() throws Exception {
        assertEquals(200, status("GET", "/objects/a", "Host", "localhost"));
        assertEquals(200, status("GET", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "none"));
        assertEquals(200, status("PUT", "/objects/a", "Host", "127.0.0.1:4675"));
        assertEquals(421, status("GET", "/objects/a", "Host", "evil.example"));
        assertEquals(403, status("PUT", "/objects/a", "Host", "localhost", "Origin", "http://localhost"));
        assertEquals(403, status("GET", "/objects/a", "Host", "localhost", "Origin", "http://localhost"));
        assertEquals(403, status("DELETE", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "none"));
        assertEquals(403, status("GET", "/objects/a", "Host", "localhost", "Sec-Fetch-Site", "cross-site"));
    }

    @Test
    void whoDrainsIsNotReadyAgain() {
        readiness.draining();
        readiness.ready();
        assertEquals("draining", readiness.state());
    }

    @Test
    void aFrontEndHasNoTableToEmpty() throws Exception {
        Handler frontEnd = withoutTokens(null);
        assertEquals(
                405,
                FakeExchange.of("DELETE", "/object-table").answeredBy(frontEnd).status());
    }

    @Test
    void whoAsksForSomethingElseIsToldWhatThereIs() throws Exception {
        String said = FakeExchange.get("/purges").answeredBy(api).responseText();
        assertTrue(said.startsWith("there are\n  GET /livez\n  GET /readyz\n"), said);
        assertTrue(said.contains("\n  POST /purge\n"), said);
    }

    @Test
    void aFrontEndSaysWhoCanPurge() throws Exception {
        Handler frontEnd = withoutTokens(null);
        for (String path : new String[] {"/purge", "/drain"}) {
            FakeExchange answer = FakeExchange.of("POST", path).answeredBy(frontEnd);
            assertEquals(405, answer.status());
            assertEquals("a front-end holds nothing; ask a node's admin port\n", answer.responseText());
        }
    }
}
