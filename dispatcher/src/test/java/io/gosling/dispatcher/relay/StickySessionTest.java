package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.BackendIds;
import io.gosling.dispatcher.route.FrontEndRouteSettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests sessions that a cookie of the front-end keeps at their back-ends. */
@Timeout(60)
class StickySessionTest {
    private static final FrontEndSettings STICKY = Routes.in(
            FrontEndSettings.defaults().with(FrontEndSettings.POLICY, "rr"),
            Routes.route("/app/**", FrontEndRouteSettings.STICKY_COOKIE, "SID"));

    private final ScriptedBackend first;
    private final ScriptedBackend second;

    StickySessionTest() throws IOException {
        first = ScriptedBackend.polite("n1");
        second = ScriptedBackend.polite("n2");
    }

    @AfterEach
    void stop() throws IOException {
        first.close();
        second.close();
    }

    private static RawClient.Answer get(RawClient client, String path, String cookie) throws IOException {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: h\r\nCookie: a=1; " + cookie + "\r\n\r\n")
                .answer();
    }

    /** The name and value that the client sends back. */
    private static String cookie(RawClient.Answer answer) {
        List<String> set = answer.all("Set-Cookie");
        assertEquals(1, set.size());
        assertTrue(set.getFirst().matches("SID=[A-Za-z0-9_-]{22}; Path=/; HttpOnly; SameSite=Lax"), set::toString);
        return set.getFirst().substring(0, set.getFirst().indexOf(';'));
    }

    private static String server(RawClient.Answer answer) {
        return answer.text().substring(0, 2);
    }

    @Test
    void aSessionStaysWhereItIsAndOthersGoInTurn() throws IOException {
        try (Stage stage = Stage.of(STICKY, first, second);
                RawClient client = stage.client()) {
            RawClient.Answer one = client.get("/app/1").answer();
            RawClient.Answer other = client.get("/app/1").answer();
            assertNotEquals(server(one), server(other));
            assertNotEquals(cookie(one), cookie(other));
            for (int at = 0; at < 5; at++) {
                RawClient.Answer again = get(client, "/app/" + at, cookie(one));
                assertEquals(server(one), server(again));
                assertEquals(List.of(), again.all("Set-Cookie"));
            }
            client.send(
                    "POST /app/x HTTP/1.1\r\nHost: h\r\nCookie: " + cookie(one) + "\r\nContent-Length: 2\r\n\r\nok");
            assertEquals(server(one), server(client.answer()));
            assertEquals(List.of(), client.get("/other").answer().all("Set-Cookie"));
        }
    }

    @Test
    void aSessionMovesWhenItsBackEndIsGoneOrNotOfItsPool() throws IOException {
        try (Stage stage = Stage.of(STICKY, first, second);
                RawClient client = stage.client()) {
            RawClient.Answer one = client.get("/app/1").answer();
            ScriptedBackend left = server(one).equals("n1") ? second : first;
            stage.tell(List.of(left.backend()));
            RawClient.Answer moved = get(client, "/app/2", cookie(one));
            assertEquals(left.name, server(moved));
            assertNotEquals(cookie(one), cookie(moved));
            stage.tell(List.of(first.backend(), second.backend()));
            assertEquals(left.name, server(get(client, "/app/3", cookie(moved))));

            ScriptedBackend pool = left.equals(first) ? second : first;
            stage.tell(List.of(left.backend(), pool.backend().withLabels(Set.of("new"))));
            stage.frontEnd.change(Routes.in(
                    STICKY, Routes.pool("/app/**", "new").with(FrontEndRouteSettings.STICKY_COOKIE, List.of("SID"))));
            RawClient.Answer confined = get(client, "/app/4", cookie(moved));
            assertEquals(pool.name, server(confined));
            assertEquals(cookie(one), cookie(confined));
        }
    }

    @Test
    void aMadeUpCookieNamesNobody() throws IOException {
        try (Stage stage = Stage.of(STICKY, first, second);
                RawClient client = stage.client()) {
            for (String madeUp : List.of("SID=n1", "SID=", "SID=AAAAAAAAAAAAAAAAAAAAAA")) {
                cookie(get(client, "/app/1", madeUp));
            }
            assertEquals(3, first.requests.size() + second.requests.size());
            assertTrue(!first.requests.isEmpty() && !second.requests.isEmpty(), "they go in turn");
        }
    }

    @Test
    void aResponseWithTheCookieIsForItsClientOnly() throws IOException {
        ScriptedBackend cached = ScriptedBackend.start("n1", with -> {
            while (true) {
                String control = with.request().path().substring("/app/".length());
                with.send("HTTP/1.1 200 OK\r\n" + ScriptedBackend.DATE
                        + (control.isEmpty() ? "" : "Cache-Control: " + control.replace("%20", " ") + "\r\n")
                        + "Content-Length: 0\r\n\r\n");
            }
        });
        try (Stage stage = Stage.of(STICKY, cached);
                RawClient client = stage.client()) {
            RawClient.Answer first = client.get("/app/").answer();
            assertEquals(List.of("private"), first.all("Cache-Control"));
            assertEquals(List.of(), get(client, "/app/", cookie(first)).all("Cache-Control"));
            assertEquals(
                    List.of("public, max-age=9", "private"),
                    client.get("/app/public,%20max-age=9").answer().all("Cache-Control"));
            for (String kept : List.of("no-store", "max-age=9,%20Private")) {
                assertEquals(
                        List.of(kept.replace("%20", " ")),
                        client.get("/app/" + kept).answer().all("Cache-Control"));
            }
        }
    }

    @Test
    void identifiersAreThoseOfASecretAndHideTheName() {
        byte[] secret = "a secret".getBytes(StandardCharsets.US_ASCII);
        String id = BackendIds.of(secret).of("10.0.0.1:80");
        assertEquals(id, BackendIds.of(secret).of("10.0.0.1:80"));
        assertNotEquals(id, BackendIds.of(secret).of("10.0.0.2:80"));
        assertNotEquals(
                id, BackendIds.of("another".getBytes(StandardCharsets.US_ASCII)).of("10.0.0.1:80"));
        assertNotEquals(id, BackendIds.OF_PROCESS.of("10.0.0.1:80"));
    }

    @Test
    void redirectedClientsHaveNone() {
        assertThrows(
                IllegalArgumentException.class,
                () -> STICKY.with(ForwardingSettings.FORWARDING, ForwardingMode.REDIRECT));
    }
}
