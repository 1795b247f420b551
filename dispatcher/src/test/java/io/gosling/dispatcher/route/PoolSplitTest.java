package io.gosling.dispatcher.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.Routes;
import io.gosling.settings.SettingValues;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the division of clients over pools. */
class PoolSplitTest {
    private static final int CLIENTS = 20_000;

    private static SettingValues split(String... shares) {
        return Routes.route("/**", FrontEndRouteSettings.SPLIT, shares);
    }

    private static @Nullable String pool(SettingValues split, String client, String cookies) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
        request.headers().set("X-Forwarded-For", client).set("Cookie", cookies);
        return Routes.of(split).of(request).poolOf(request);
    }

    private static List<String> sessions(SettingValues split) {
        return IntStream.range(0, CLIENTS)
                .mapToObj(session -> String.valueOf(pool(split, "10.0.0.1", "sid=" + session)))
                .toList();
    }

    @Test
    void sharesAreThoseOfTheClientsAndClientsOfAGrowingShareStay() {
        SettingValues cookie = SettingValues.none().with(FrontEndRouteSettings.SPLIT_COOKIE, List.of("sid"));
        List<String> few = sessions(cookie.over(split("stable=95", "canary=5")));
        List<String> more = sessions(cookie.over(split("stable=80", "canary=20")));
        assertEquals(5.0, 100.0 * few.stream().filter("canary"::equals).count() / CLIENTS, 1.0, "per cent");
        assertEquals(20.0, 100.0 * more.stream().filter("canary"::equals).count() / CLIENTS, 1.0, "per cent");
        for (int session = 0; session < CLIENTS; session++) {
            assertTrue(more.get(session).equals("canary") || few.get(session).equals("stable"));
        }
    }

    @Test
    void aPoolWithoutAShareGetsNobody() {
        assertEquals("b", pool(split("a=0", "b=100", "c=0"), "10.0.0.1", "a=b"));
    }

    @Test
    void withoutTheCookieAClientIsItsAddress() {
        SettingValues byAddress = split("a=50", "b=50");
        SettingValues byCookie = byAddress.with(FrontEndRouteSettings.SPLIT_COOKIE, List.of("sid"));
        List<String> clients = IntStream.range(0, 100)
                .mapToObj(client -> String.valueOf(pool(byAddress, "10.0.0." + client, "sid=1")))
                .toList();
        assertEquals(2, clients.stream().distinct().count());
        assertEquals(
                clients,
                IntStream.range(0, 100)
                        .mapToObj(client -> String.valueOf(pool(byCookie, "10.0.0." + client + ", 10.9.9.9", "x=1")))
                        .toList());
        assertNotEquals(
                clients,
                IntStream.range(0, 100)
                        .mapToObj(client -> String.valueOf(pool(byCookie, "10.0.0." + client, "sid=1")))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=50,b=49   | split.pools: percentages that are 99 in all; expected 100",
                "a=50,b=half | split.pools: value \"b=half\"; expected labels of back-ends",
                "-a=100      | split.pools: value \"-a=100\"; expected labels of back-ends",
            })
    void whatIsWrongIsSaidWithWhatWasExpected(String shares, String complaint) {
        String message =
                String.valueOf(assertThrows(IllegalArgumentException.class, () -> Routes.of(split(shares.split(","))))
                        .getMessage());
        assertTrue(message.contains(complaint), message);
    }

    @Test
    void aPoolAndASplitExcludeEachOtherAndACookieDividesPools() {
        SettingValues pool = Routes.pool("/**", "a");
        assertThrows(IllegalArgumentException.class, () -> Routes.of(pool.over(split("b=100"))));
        assertThrows(
                IllegalArgumentException.class,
                () -> Routes.of(pool.with(FrontEndRouteSettings.SPLIT_COOKIE, List.of("sid"))));
    }
}
