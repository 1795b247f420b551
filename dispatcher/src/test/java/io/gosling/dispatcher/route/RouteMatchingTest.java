package io.gosling.dispatcher.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.Routes;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which requests a route applies to, and what several routes say together. */
class RouteMatchingTest {
    private static HttpRequest request(String uri, String... headers) {
        return by("GET", uri, headers);
    }

    private static HttpRequest by(String method, String uri, String... headers) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), uri);
        for (int at = 0; at < headers.length; at += 2) {
            request.headers().add(headers[at], headers[at + 1]);
        }
        return request;
    }

    private static boolean fits(SettingValues route, HttpRequest request) {
        return "g".equals(Routes.of(route).of(request).poolOf(request));
    }

    private static SettingValues with(Setting<?> condition, String... items) {
        return Routes.pool("/**", "g").with(condition, List.of(items));
    }

    @ParameterizedTest
    @CsvSource({
        "/images/**, /images, true",
        "/images/**, /images/a.png, true",
        "/images/**, /images?size=2, true",
        "/images/**, /imagesque, false",
        "/images/**, //images/a.png, true",
        "/images/**, /%69mages/a.png, true",
        "/images/**, /x/../images/a.png, true",
        "/images/**, /images/a%2Fb, true",
        "/images/**, /%69mages/a%2Fb, false",
        "/images/**, /x?/images/a, false",
        "/images/*.png, /images/a.png, true",
        "/images/*.png, /images/a/b.png, false",
        "/**, /whatever, true",
        "/**, *, false",
    })
    void aPathIsComparedInCanonicalForm(String path, String uri, boolean fits) {
        assertEquals(fits, fits(Routes.pool(path, "g"), request(uri)));
    }

    @ParameterizedTest
    @CsvSource({
        "img.test, img.test, true",
        "img.test, IMG.test:8080, true",
        "img.test, img.test., true",
        "img.test, img.test.:80, true",
        "img.test., img.test, true",
        "IMG.test, img.test, true",
        "img.test, img.test.., false",
        "img.test, img.tests, false",
        "img.test, a.img.test, false",
        "*.img.test, a.img.test., true",
        "*.img.test, a.img.test:80, true",
        "*.img.test, img.test, false",
        "*.img.test, test, false",
        "[::1], [::1]:8080, true",
        "[::1], [::1], true",
        "[0:0::1], [::1], true",
    })
    void aHostIsComparedWithoutItsPort(String host, String authority, boolean fits) {
        SettingValues route = with(FrontEndRouteSettings.HOSTS, "other.test", host);
        assertEquals(fits, fits(route, request("/", "Host", authority)));
        assertFalse(fits(route, request("/")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "*.", ".", "*img.test", "img.test:8080", "[::1]:80", "::1", "a/b", "a b"})
    void whatIsNoHostIsRefused(String host) {
        assertThrows(IllegalArgumentException.class, () -> with(FrontEndRouteSettings.HOSTS, host));
    }

    @Test
    void methodsAreComparedExactly() {
        SettingValues route = with(FrontEndRouteSettings.METHODS, "POST", "PURGE");
        assertTrue(fits(route, by("POST", "/")));
        assertTrue(fits(route, by("PURGE", "/")));
        assertFalse(fits(route, by("GET", "/")));
        assertThrows(IllegalArgumentException.class, () -> with(FrontEndRouteSettings.METHODS, "get"));
    }

    @Test
    void everyHeaderMustHaveItsValue() {
        SettingValues route = with(FrontEndRouteSettings.HEADERS, "X-Tenant=gold", "X-Any=*");
        assertTrue(fits(route, request("/", "x-tenant", "gold", "X-Any", "")));
        assertFalse(fits(route, request("/", "X-Tenant", "gold")));
        assertFalse(fits(route, request("/", "X-Tenant", "silver", "X-Any", "1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "beta=1         | true",
                "a=2; beta=1; c | true",
                "a=2;beta=1     | true",
                "beta=10        | false",
                "xbeta=1        | false",
                "beta           | false",
                "betas=1        | false",
            })
    void aCookieIsComparedAsAWhole(String line, boolean fits) {
        SettingValues route = with(FrontEndRouteSettings.COOKIES, "beta=1");
        assertEquals(fits, fits(route, request("/", "Cookie", "x=beta=1", "Cookie", line)));
        assertFalse(fits(route, request("/")));
    }

    @ParameterizedTest
    @CsvSource({
        "/?v=2, true",
        "/?a=1&v=2&b, true",
        "/?v=20, false",
        "/?av=2, false",
        "/v=2, false",
        "/?v, false",
        "/, false",
    })
    void aParameterIsComparedAsItIsWritten(String uri, boolean fits) {
        assertEquals(fits, fits(with(FrontEndRouteSettings.QUERY, "v=2"), request(uri)));
        assertEquals(
                fits || uri.startsWith("/?v"),
                fits(with(FrontEndRouteSettings.QUERY, "v=*"), request(uri)),
                "any value");
    }

    @Test
    void theFirstPoolAndTimeoutCountAndAllHeaderChanges() {
        FrontEndRoutes routes = Routes.of(
                Routes.route("/a/**", RouteSettings.REMOVE, "X-A"),
                Routes.route("/a/b/**", FrontEndRouteSettings.HEADER_TIME, "1s"),
                Routes.pool("/a/**", "first").with(RouteSettings.REMOVE, List.of("X-B")),
                Routes.pool("/**", "second").with(FrontEndRouteSettings.HEADER_TIME, List.of("2s")));
        RouteActions both = routes.of(request("/a/b/c"));
        assertEquals("first", both.poolOf(request("/")));
        assertEquals(Duration.ofSeconds(1), both.headerTime());
        assertEquals(2, both.headers().rules().size());
        assertEquals("path /a/**", both.route());
        assertEquals(Duration.ofSeconds(2), routes.of(request("/a")).headerTime());
        assertEquals("second", routes.of(request("/b")).poolOf(request("/")));
        assertEquals(List.of("first", "second"), routes.pools());
    }

    @Test
    void nothingIsMadeForARequestOfOneRouteOrNone() {
        FrontEndRoutes routes = Routes.of(Routes.pool("/a/**", "first"), Routes.pool("/b/**", "second"));
        assertSame(routes.of(request("/b/1")), routes.of(request("/b/2?x")));
        assertSame(RouteActions.NONE, routes.of(request("/c")));
        assertSame(RouteActions.NONE, Routes.of().of(request("/a/%2F")));
        assertNull(RouteActions.NONE.poolOf(request("/")));
    }

    @ParameterizedTest
    @CsvSource({
        "/a/x, false",
        "/%61/x, false",
        "/b/%2F, true",
        "/b/%5C?x, true",
        "/../a, true",
        "/b?%2F, false",
        "*, false",
    })
    void aTargetThatMayBeReadInAnotherWayEvadesHeaderChangesOfCertainPathsOnly(String target, boolean evaded) {
        assertEquals(
                evaded,
                Routes.of(Routes.route("/a/**", RouteSettings.REMOVE, "X"))
                        .of(request(target))
                        .evaded());
        assertFalse(Routes.of(Routes.route("/**", RouteSettings.REMOVE, "X"), Routes.pool("/a/**", "g"))
                .of(request(target))
                .evaded());
    }

    @ParameterizedTest
    @CsvSource({
        "/a;x/users, true",
        "/public/..;/a/users, true",
        "/public/%2e%2E;/a/users, true",
        "/public/..%3B/a/users, true",
        "/public/..%3b/a/users, true",
        "/p/q/..;/../a/x, true",
        "/a/..;/b, true",
        "/..;/a, true",
        "/b/..;/%3B/../a, true",
        "/b/x%5C;/c, true",
        "/a/p;jsessionid=1, false",
        "/a/p%3Bjsessionid=1, false",
        "/a/;v=1/q;w=2?x=1;y, false",
        "/b;x/users, false",
        "/b?/a;x, false",
    })
    void pathParametersDoNotEvadeHeaderChanges(String target, boolean evaded) {
        FrontEndRoutes routes = Routes.of(Routes.route("/a/**", RouteSettings.REQUEST_REMOVE, "X"));
        assertEquals(evaded, routes.of(request(target)).evaded());
        assertFalse(Routes.of(Routes.pool("/a/**", "g")).of(request(target)).evaded());
    }

    @Test
    void onlyRoutesWhoseConditionsAreMetCanBeEvaded() {
        FrontEndRoutes routes = Routes.of(Routes.route("/a/**", RouteSettings.REMOVE, "X")
                .with(FrontEndRouteSettings.HOSTS, List.of("one.test")));
        for (String target : List.of("/b/%2F", "/a;x/b")) {
            assertTrue(routes.of(request(target, "Host", "one.test")).evaded());
            assertFalse(routes.of(request(target, "Host", "other.test")).evaded());
        }
    }

    @Test
    void routesAndPoolsAreBounded() {
        SettingValues[] many = IntStream.range(0, 65)
                .mapToObj(at -> Routes.pool("/" + at, "g" + at))
                .toArray(SettingValues[]::new);
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> Routes.of(many))
                .getMessage());
        assertTrue(message.contains("65 pools; expected at most 1000 with at most 64"), message);
    }
}
