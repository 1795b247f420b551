package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.routing.Router;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionFilterTest {
    private final ManualTicker ticker = new ManualTicker();
    private final InMemorySessionStore store = new InMemorySessionStore(3, Duration.ofMinutes(30), ticker);
    private final Handler site = new Router()
            .get(
                    "/look",
                    request -> Response.text(String.valueOf(request.session().get("name", String.class))))
            .get("/put/{name}", request -> {
                request.session().put("name", request.pathParameter("name"));
                return Response.of(204);
            })
            .get("/login", request -> {
                request.session().renew();
                return Response.of(204);
            })
            .get("/logout", request -> {
                request.session().end();
                return Response.of(204);
            })
            .filter(SessionFilter.in(store));

    @Test
    void aSessionBeginsWithItsFirstValue() throws Exception {
        assertNull(ask("/look", null).header("Set-Cookie"));
        assertEquals(0, store.size());
        FakeExchange put = ask("/put/you", null);
        String cookie = String.valueOf(put.header("Set-Cookie"));
        assertTrue(cookie.matches("session=[A-Za-z0-9_-]{22}; Path=/; HttpOnly; SameSite=Lax"), cookie);
        assertEquals("you", ask("/look", id(put)).responseText());
        assertNull(ask("/look", id(put)).header("Set-Cookie"));
        assertEquals("null", ask("/look", "session=made-up").responseText());
        assertNull(ask("/put/me", id(put)).header("Set-Cookie"));
        assertEquals("me", ask("/look", id(put)).responseText());
    }

    @Test
    void anIdThatTheServerDidNotGiveIsNotTakenOver() throws Exception {
        FakeExchange put = ask("/put/you", "session=chosen-by-somebody-else");
        assertFalse(id(put).contains("chosen"));
        assertNull(store.find("chosen-by-somebody-else"));
    }

    @Test
    void aRenewedSessionHasAnotherIdAndTheOldOneIsWorthNothing() throws Exception {
        String before = id(ask("/put/you", null));
        String after = id(ask("/login", before));
        assertNotEquals(before, after);
        assertEquals("you", ask("/look", after).responseText());
        assertEquals("null", ask("/look", before).responseText());
        assertNull(ask("/login", null).header("Set-Cookie"));
    }

    @Test
    void anEndedSessionIsForgottenByBothSides() throws Exception {
        String id = id(ask("/put/you", null));
        FakeExchange logout = ask("/logout", id);
        assertEquals("session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax", logout.header("Set-Cookie"));
        assertEquals(0, store.size());
        assertEquals("null", ask("/look", id).responseText());
    }

    /** Somebody who knows the id keeps a request under way while the client logs in or out. */
    @ParameterizedTest
    @ValueSource(strings = {"/login", "/logout"})
    void aRequestThatIsUnderWayDoesNotBringTheFormerSessionBack(String change) throws Exception {
        String before = id(ask("/put/you", null));
        FakeExchange.get("/slow", "Cookie", before)
                .answeredBy(SessionFilter.in(store).around(request -> {
                    ask(change, before);
                    return Response.of(204);
                }));
        assertEquals("null", ask("/look", before).responseText());
    }

    @Test
    void whatWasGivenOverTlsGoesOverTlsAlone() throws Exception {
        Handler secure = request -> site.handle(new RequestWrapper(request) {
            @Override
            public boolean isSecure() {
                return true;
            }
        });
        FakeExchange put = FakeExchange.get("/put/you").answeredBy(secure);
        assertTrue(String.valueOf(put.header("Set-Cookie")).contains("; Secure;"));
        FakeExchange logout = FakeExchange.get("/logout", "Cookie", id(put)).answeredBy(secure);
        assertTrue(String.valueOf(logout.header("Set-Cookie")).contains("; Secure;"));
    }

    @Test
    void whatIsNotUsedIsForgotten() throws Exception {
        String one = id(ask("/put/one", null));
        ticker.advance(Duration.ofMinutes(29));
        assertEquals("one", ask("/look", one).responseText());
        ticker.advance(Duration.ofMinutes(29));
        assertEquals("one", ask("/look", one).responseText());
        ticker.advance(Duration.ofMinutes(31));
        assertEquals("null", ask("/look", one).responseText());
        ask("/put/two", null);
        assertEquals(1, store.size());
    }

    @Test
    void theNumberIsBoundedAndTheLongestUnusedGoes() throws Exception {
        String one = id(ask("/put/one", null));
        String two = id(ask("/put/two", null));
        ask("/put/three", null);
        ask("/look", one);
        ask("/put/four", null);
        assertEquals(3, store.size());
        assertEquals("one", ask("/look", one).responseText());
        assertEquals("null", ask("/look", two).responseText());
    }

    @Test
    void idsAreAllDifferent() throws Exception {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            ids.add(id(ask("/put/x", null)));
        }
        assertEquals(1000, ids.size());
    }

    @Test
    void theCookieCanBeAnother() throws Exception {
        Cookie cookie = new Cookie("__Host-id", "", "/", null, null, true, true, Cookie.SameSite.STRICT);
        Handler handler = SessionFilter.in(store).by(cookie).around(request -> {
            request.session().put("a", 1);
            return Response.of(204);
        });
        String told = String.valueOf(FakeExchange.get("/").answeredBy(handler).header("Set-Cookie"));
        assertTrue(told.matches("__Host-id=[^;]{22}; Path=/; Secure; HttpOnly; SameSite=Strict"), told);
    }

    @Test
    void withoutTheFilterThereAreNone() {
        Exception refused = assertThrows(
                IllegalStateException.class, () -> FakeExchange.get("/").session());
        assertTrue(String.valueOf(refused.getMessage()).contains("Sessions.in("));
        assertThrows(IllegalArgumentException.class, () -> SessionStore.inMemory(0, Duration.ofMinutes(1)));
        assertThrows(IllegalArgumentException.class, () -> SessionStore.inMemory(1, Duration.ZERO));
        SessionStore.inMemory(1, Duration.ofMinutes(1)).begin("x", Map.of());
    }

    private FakeExchange ask(String path, @Nullable String cookie) throws Exception {
        FakeExchange exchange = cookie == null ? FakeExchange.get(path) : FakeExchange.get(path, "Cookie", cookie);
        return exchange.answeredBy(site);
    }

    private static String id(FakeExchange exchange) {
        String cookie = String.valueOf(exchange.header("Set-Cookie"));
        return cookie.substring(0, cookie.indexOf(';'));
    }
}
