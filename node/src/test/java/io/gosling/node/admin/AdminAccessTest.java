package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.TestCertificate;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tokens of the admin port against its routes. */
class AdminAccessTest {
    private static final ClusterMembers NO_CLUSTER = ClusterMembers.none("n1");

    private final ManualTicker ticker = new ManualTicker();
    private final Map<AdminRole, String> tokens = new EnumMap<>(AdminRole.class);
    private final List<String> changes = new ArrayList<>();
    private final AdminApiHandler handler = new AdminApiHandler(
            new Readiness(() -> null),
            () -> "gosling_objects 1\n",
            () -> Map.of("kind", "node"),
            () -> changed("reload"),
            request -> Response.text("explained\n"),
            request -> Response.text("log\n"),
            new AdminApiHandler.Holder(
                    () -> changed("table"),
                    request -> changed("purge"),
                    request -> changed("drain"),
                    request -> changed("object")),
            null);

    @TempDir
    private Path folder;

    private AdminAccess access = new AdminAccess(handler, null, NO_CLUSTER, ticker);
    private Handler port = access;

    private Response changed(String what) {
        changes.add(what);
        return Response.text(what);
    }

    @BeforeEach
    void makeTokens() throws Exception {
        List<String> lines = new ArrayList<>();
        for (AdminRole role : AdminRole.values()) {
            String token = AdminTokens.generate(new SecureRandom());
            tokens.put(role, token);
            lines.add(AdminTokens.line("of-" + role.label(), role, token));
        }
        access = new AdminAccess(
                handler, AdminTokens.at(Files.write(folder.resolve("tokens"), lines)), NO_CLUSTER, ticker);
        port = access;
    }

    private FakeExchange send(String method, String path, String... headers) throws Exception {
        return FakeExchange.of(method, path, headers).answeredBy(port);
    }

    private int status(AdminRole role, String method, String path) throws Exception {
        return send(method, path, "Host", "web1:4675", "Authorization", "Bearer " + tokens.get(role))
                .status();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /livez, 200, 200, 200",
        "GET, /readyz, 503, 503, 503",
        "GET, /metrics, 200, 200, 200",
        "GET, /openapi.json, 200, 200, 200",
        "HEAD, /status, 403, 200, 200",
        "GET, /status, 403, 200, 200",
        "GET, /explain?url=/a, 403, 200, 200",
        "GET, /cluster/explain?url=/a, 403, 200, 200",
        "GET, /log?id=a, 403, 403, 200",
        "GET, /cluster/log?id=a, 403, 403, 200",
        "GET, /, 200, 200, 200",
        "GET, /dashboard.css, 200, 200, 200",
        "GET, /dashboard.js, 200, 200, 200",
        "POST, /reload, 403, 403, 200",
        "GET, /cluster/status, 403, 200, 200",
        "GET, /cluster/metrics, 200, 200, 200",
        "POST, /cluster/reload, 403, 403, 200",
        "POST, /drain?member=n2, 403, 403, 404",
        "POST, /backends, 403, 403, 405",
        "POST, /purge, 403, 403, 200",
        "POST, /drain, 403, 403, 200",
        "DELETE, /object-table, 403, 403, 204",
        "GET, /objects/a, 403, 403, 200",
        "PUT, /objects/a, 403, 403, 200",
        "DELETE, /objects/a, 403, 403, 200",
        "GET, /nothing, 404, 404, 404",
        "PUT, /status, 405, 405, 405"
    })
    void aRoleMayDoWhatItsRoutesSayAndNoMore(String method, String path, int metrics, int read, int operate)
            throws Exception {
        assertEquals(metrics, status(AdminRole.METRICS, method, path));
        assertEquals(read, status(AdminRole.READ, method, path));
        assertTrue(changes.isEmpty(), changes.toString());
        assertEquals(operate, status(AdminRole.OPERATE, method, path));
    }

    @Test
    void theTableOfRolesHasEveryRoute() {
        assertEquals(23, AdminRoute.values().length, "a new route needs a line in the table above");
    }

    @Test
    void withoutAKnownTokenNothingIsGiven() throws Exception {
        for (AdminRoute route : AdminRoute.values()) {
            if (route.isOfPage()) {
                continue;
            }
            for (String credentials : new String[] {"", "Bearer wrong", "Basic YTpi", "Bearer"}) {
                FakeExchange answer = send(route.method(), route.path(), "Authorization", credentials);
                assertTrue(answer.status() == 401 || answer.status() == 429, answer.status() + " " + credentials);
            }
        }
        assertEquals(List.of(), changes);
    }

    @Test
    void aRequestWithoutATokenIsToldWhatIsWanted() throws Exception {
        FakeExchange answer = send("GET", "/nothing");
        assertEquals(401, answer.status());
        assertEquals("Bearer realm=\"gosling\"", answer.header("WWW-Authenticate"));
    }

    @Test
    void aPageInABrowserChangesNothingWithATokenEither() throws Exception {
        String token = "Bearer " + tokens.get(AdminRole.OPERATE);
        assertEquals(
                403,
                send("POST", "/purge", "Authorization", token, "Origin", "https://evil.example")
                        .status());
        assertEquals(
                403,
                send("POST", "/drain", "Authorization", token, "Sec-Fetch-Site", "cross-site")
                        .status());
        assertEquals(List.of(), changes);
    }

    @Test
    void theDashboardAsksForATokenAndMayChangeWhatItShowsButNotMore() throws Exception {
        FakeExchange page = send("GET", "/");
        assertEquals(200, page.status());
        assertTrue(page.responseText().contains("src=\"/dashboard.js\""), page.responseText());
        assertTrue(String.valueOf(page.header("Content-Security-Policy")).startsWith("default-src 'none'"));
        String[] same = {
            "Authorization",
            "Bearer " + tokens.get(AdminRole.OPERATE),
            "Origin",
            "https://10.0.0.1:4675",
            "Sec-Fetch-Site",
            "same-origin"
        };
        assertEquals(200, send("POST", "/purge", same).status());
        assertEquals(200, send("POST", "/drain", same).status());
        assertEquals(405, send("POST", "/backends", same).status());
        for (String path : new String[] {"/reload", "/cluster/reload"}) {
            assertEquals(403, send("POST", path, same).status(), path);
        }
        assertEquals(403, send("DELETE", "/object-table", same).status());
        assertEquals(403, send("PUT", "/objects/a", same).status());
        assertEquals(403, send("GET", "/objects/a", same).status());
    }

    @Test
    void manyWrongTokensOfAnAddressAreRefusedAndRightOnesAreNot() throws Exception {
        for (int i = 0; i < FailedAttempts.BURST; i++) {
            assertEquals(
                    401, send("GET", "/livez", "Authorization", "Bearer wrong").status());
        }
        FakeExchange refused = send("GET", "/livez", "Authorization", "Bearer wrong");
        assertEquals(429, refused.status());
        assertEquals("6", refused.header("Retry-After"));
        assertEquals(200, status(AdminRole.READ, "GET", "/livez"));
        ticker.advance(FailedAttempts.PAUSE);
        assertEquals(401, send("GET", "/livez", "Authorization", "Bearer wrong").status());
    }

    @Test
    void aChangeIsLoggedWithItsCallerAndItsAddress() throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            status(AdminRole.OPERATE, "POST", "/purge");
            status(AdminRole.OPERATE, "GET", "/status");
            status(AdminRole.READ, "POST", "/purge");
            FakeExchange.of("POST", "/drain").answeredBy(new AdminAccess(handler, null, NO_CLUSTER, ticker));
            assertEquals(
                    List.of(
                            "admin: POST /purge by token of-operate from 127.0.0.1:1: 200",
                            "admin: POST /drain by loopback from 127.0.0.1:1: 200"),
                    log.messages(Level.INFO).stream()
                            .filter(line -> line.startsWith("admin: "))
                            .toList());
        }
    }

    /** A request that another member passes on, over an encrypted connection. */
    private FakeExchange passed(String method, String path, AdminCaller caller) throws Exception {
        String[] headers = StreamSupport.stream(caller.headers("n7").spliterator(), false)
                .flatMap(header -> Stream.of(header.name(), header.value()))
                .toArray(String[]::new);
        return FakeExchange.of(method, path, headers).answeredBy(request -> access.forMember(encrypted(request)));
    }

    private static Request encrypted(Request request) {
        return new RequestWrapper(request) {
            @Override
            public SocketAddress remoteAddress() {
                return new ClusterProcessAddress(new InetSocketAddress("127.0.0.2", 2));
            }
        };
    }

    private static AdminCaller caller(AdminRole role) {
        return new AdminCaller(role, "token ops", "10.0.0.9:5000");
    }

    @Test
    void aRoleIsCheckedAgainWhereAMemberPassesARequestOn() throws Exception {
        for (AdminRole role : List.of(AdminRole.METRICS, AdminRole.READ)) {
            assertEquals(403, passed("POST", "/drain", caller(role)).status());
        }
        assertEquals(403, passed("GET", "/status", caller(AdminRole.METRICS)).status());
        assertEquals(200, passed("GET", "/status", caller(AdminRole.READ)).status());
        assertEquals(List.of(), changes);
        assertEquals(200, passed("POST", "/drain", caller(AdminRole.OPERATE)).status());
        assertEquals(List.of("drain"), changes);
        FakeExchange unnamed = FakeExchange.of("POST", "/drain");
        assertEquals(
                403,
                unnamed.answeredBy(request -> access.forMember(encrypted(request)))
                        .status());
        assertEquals(List.of("drain"), changes);
    }

    @Test
    void aPassedOnRequestGoesNoFurther() throws Exception {
        for (AdminRoute route : AdminRoute.values()) {
            if (route.path().startsWith("/cluster/") || route.isOfObjects()) {
                assertEquals(
                        404,
                        passed(route.method(), route.path(), caller(AdminRole.OPERATE))
                                .status());
            }
        }
        assertEquals(
                200,
                passed("POST", "/drain?member=n2", caller(AdminRole.OPERATE)).status());
        assertEquals(List.of("drain"), changes, "done here");
    }

    @Test
    void aMemberWithTokensTakesRequestsOfTokensAloneAndOverEncryptedConnections() throws Exception {
        AdminCaller nobody = new AdminCaller(AdminRole.OPERATE, null, "127.0.0.1:5000");
        assertEquals(403, passed("POST", "/drain", nobody).status());
        FakeExchange plain = FakeExchange.of(
                "POST",
                "/drain",
                "Gosling-Caller-Role",
                "operate",
                "Gosling-Caller-Credential",
                "forged",
                "Gosling-Caller-Address",
                "127.0.0.1:1",
                "Gosling-Through",
                "n2");
        assertEquals(403, plain.answeredBy(access::forMember).status());
        assertEquals(List.of(), changes);
        access = new AdminAccess(handler, null, NO_CLUSTER, ticker);
        assertEquals(200, passed("POST", "/drain", nobody).status());
        assertEquals(200, plain.answeredBy(access::forMember).status(), "on loopback, without tokens");
        Handler far = request -> access.forMember(new RequestWrapper(request) {
            @Override
            public SocketAddress remoteAddress() {
                return new InetSocketAddress("192.0.2.1", 1);
            }
        });
        assertEquals(403, plain.answeredBy(far).status());
    }

    @Test
    void aChangeThatAMemberPassesOnIsLoggedWithItsCaller() throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            passed("POST", "/reload", caller(AdminRole.OPERATE));
            assertEquals(
                    List.of("admin: POST /reload by token ops from 10.0.0.9:5000 through n7: 200"),
                    log.messages(Level.INFO).stream()
                            .filter(line -> line.startsWith("admin: "))
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Gosling-Caller-Role", "Gosling-Caller-Address", "Gosling-Through"})
    void aChangeWhoseCallerIsNotNamedIsRefused(String missing) throws Exception {
        String[] headers = StreamSupport.stream(
                        caller(AdminRole.OPERATE).headers("n7").spliterator(), false)
                .filter(header -> !header.name().equals(missing))
                .flatMap(header -> Stream.of(header.name(), header.value()))
                .toArray(String[]::new);
        FakeExchange answer =
                FakeExchange.of("POST", "/drain", headers).answeredBy(request -> access.forMember(encrypted(request)));
        assertEquals(403, answer.status());
        assertEquals("no caller: " + missing + ": missing\n", answer.responseText());
        assertEquals(List.of(), changes);
    }

    @Test
    void whoeverMayOpenTheSocketMayDoEverythingAndIsLogged() throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            FakeExchange answer =
                    FakeExchange.of("POST", "/purge").answeredBy(request -> access.handle(local(request)));
            assertEquals(200, answer.status());
            assertEquals(List.of("purge"), changes);
            AdminCaller socket = AdminCaller.of(AdminRole.OPERATE, "the Unix socket", local(answer));
            assertEquals(200, passed("POST", "/drain", socket).status(), "of a member with tokens as well");
            assertEquals(
                    List.of(
                            "admin: POST /purge by the Unix socket from this machine: 200",
                            "admin: POST /drain by the Unix socket from this machine through n7: 200"),
                    log.messages(Level.INFO).stream()
                            .filter(line -> line.startsWith("admin: "))
                            .toList());
        }
    }

    private FakeExchange present(TestCertificate certificate, String method, String path, String... headers)
            throws Exception {
        return FakeExchange.of(method, path, headers)
                .answeredBy(request -> access.handle(new RequestWrapper(request) {
                    @Override
                    public X509Certificate clientCertificate() {
                        return certificate.certificate();
                    }
                }));
    }

    @Test
    void aCertificateHasTheRoleOfItsName() throws Exception {
        Files.writeString(folder.resolve("tokens"), "bob read certificate\n", StandardOpenOption.APPEND);
        TestCertificate bob = TestCertificate.of("bob");
        assertEquals(200, present(bob, "GET", "/status").status());
        assertEquals(403, present(bob, "POST", "/purge").status());
        String token = "Bearer " + tokens.get(AdminRole.OPERATE);
        try (RecordedLog log = new RecordedLog()) {
            assertEquals(
                    200, present(bob, "POST", "/purge", "Authorization", token).status());
            assertEquals(
                    List.of("admin: POST /purge by token of-operate from 127.0.0.1:1: 200"),
                    log.messages(Level.INFO).stream()
                            .filter(line -> line.startsWith("admin: "))
                            .toList());
        }
        assertEquals(
                401,
                present(bob, "GET", "/status", "Authorization", "Bearer wrong").status());
        assertEquals(
                401, present(TestCertificate.of("of-read"), "GET", "/status").status(), "a token has this name");
        Instant now = Instant.now();
        TestCertificate late = TestCertificate.of(now.minusSeconds(200), now.minusSeconds(100), "bob");
        assertEquals(401, present(late, "GET", "/status").status());
        assertEquals(List.of("purge"), changes);
    }

    private static Request local(Request request) {
        return new RequestWrapper(request) {
            @Override
            public SocketAddress remoteAddress() {
                return UnixDomainSocketAddress.of("");
            }
        };
    }

    @Test
    void onlyRoutesThatThereAreAreListed() throws Exception {
        String ofNode = send("GET", "/nothing", "Authorization", "Bearer " + tokens.get(AdminRole.READ))
                .responseText();
        AdminApiHandler frontEnd = new AdminApiHandler(
                handler.readiness(),
                handler.metrics(),
                handler.status(),
                handler.reload(),
                handler.explain(),
                handler.log(),
                null,
                null);
        port = new AdminAccess(frontEnd, null, NO_CLUSTER, ticker);
        String ofFrontEnd = send("GET", "/nothing").responseText();
        for (String path : new String[] {"/purge", "/drain", "/object-table", "/objects/"}) {
            assertTrue(ofNode.contains(path), ofNode);
            assertFalse(ofFrontEnd.contains(path), ofFrontEnd);
        }
        assertTrue(ofFrontEnd.contains("POST /reload"), ofFrontEnd);
    }

    @Test
    void probesSeeNoMoreThanTheyAreAllowed() throws Exception {
        for (boolean metrics : new boolean[] {false, true}) {
            port = AdminAccess.probes(handler, metrics);
            assertEquals(200, send("GET", "/livez", "Host", "10.0.0.7:4674").status());
            assertEquals(503, send("GET", "/readyz").status());
            assertEquals(metrics ? 200 : 404, send("GET", "/metrics").status());
            assertEquals(405, send("POST", "/livez").status());
            for (String path : new String[] {"/status", "/openapi.json", "/objects/a", "/", "/purge"}) {
                assertEquals(404, send("GET", path).status(), path);
                assertEquals(404, send("POST", path).status(), path);
            }
        }
        assertEquals(List.of(), changes);
    }
}
