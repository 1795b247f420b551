package io.gosling.http.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final Router ROUTES = new Router()
            .otherwise(saying("site"))
            .mount("/api", saying("api"))
            .mount("/api/v2", saying("v2"))
            .get("/", saying("home"))
            .get("/users", saying("users"))
            .post("/users", saying("create"))
            .get("/users/", saying("slash"))
            .get("/users/{id}", saying("user"))
            .get("/users/me", saying("me"))
            .post("/users/new", saying("new"))
            .get("/users/{id}/posts/{post}", saying("post"))
            .get("/users/me/{rest...}", saying("mine"))
            .get("/files/{path...}", saying("files"));

    @ParameterizedTest
    @CsvSource({
        "/,home",
        "/apix,site",
        "/api,api",
        "/api/,api",
        "/api/v1,api",
        "/api/v2,v2",
        "/api/v2/x,v2",
        "*,site",
        "/other,site"
    })
    void theLongestPrefixOfWholeSegmentsAnswers(String path, String expected) throws Exception {
        assertEquals(expected, FakeExchange.get(path).answeredBy(ROUTES).header("Said"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/users,users,{}",
        "HEAD,/users,users,{}",
        "POST,/users,create,{}",
        "GET,/users/,slash,{}",
        "GET,/users/me,me,{}",
        "GET,/users/you,user,{id=you}",
        "GET,/users/new,user,{id=new}",
        "POST,/users/new,new,{}",
        "GET,/users/J%C3%BCrgen%20K,user,{id=Jürgen K}",
        "GET,/users/you/posts/1,post,'{id=you, post=1}'",
        "GET,/users/me/posts/1,mine,{rest=posts/1}",
        "GET,/users/me/posts,mine,{rest=posts}",
        "GET,/files,files,{path=}",
        "GET,/files/,files,{path=}",
        "GET,/files/a/b%20c/,files,{path=a/b c/}",
    })
    void theMostSpecificPatternThatHasTheMethodAnswers(String method, String path, String expected, String parameters)
            throws Exception {
        FakeExchange exchange = FakeExchange.of(method, path).answeredBy(ROUTES);
        assertEquals(expected, exchange.header("Said"));
        assertEquals(parameters, exchange.header("Parameters"));
    }

    @Test
    void theOrderInWhichRoutesAreAddedDoesNotMatter() throws Exception {
        List<String> patterns = List.of("/a", "/{x}", "/a/b", "/a/{x}", "/{x}/b", "/{x}/{y}", "/a/{t...}", "/{t...}");
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            List<String> order = new ArrayList<>(patterns);
            Collections.shuffle(order, random);
            Router routes = new Router();
            for (String pattern : order) {
                routes = routes.get(pattern, saying(pattern));
            }
            assertEquals("/a", said(routes, "/a"));
            assertEquals("/{x}", said(routes, "/b"));
            assertEquals("/a/b", said(routes, "/a/b"));
            assertEquals("/a/{x}", said(routes, "/a/c"));
            assertEquals("/{x}/b", said(routes, "/c/b"));
            assertEquals("/{x}/{y}", said(routes, "/c/d"));
            assertEquals("/a/{t...}", said(routes, "/a/c/d"));
            assertEquals("/{t...}", said(routes, "/c/d/e"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/secret/x", "//secret//x", "/./secret/x", "/a/../secret/x", "/%73ecret/x", "/a/%2e%2e/secret/x"
            })
    void noSpellingOfAPathGoesAroundARoute(String path) throws Exception {
        Router routes = new Router().otherwise(saying("open")).mount("/secret", saying("guarded"));
        assertEquals("guarded", said(routes, path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/a%2fb", "/../x", "/%00"})
    void aPathWithoutACanonicalFormIsRefused(String path) throws Exception {
        assertEquals(400, FakeExchange.get(path).answeredBy(ROUTES).status());
    }

    @Test
    void aPathOfOtherMethodsIsAnswered405AndOptionsByItself() throws Exception {
        Router routes = new Router().get("/x", saying("get")).put("/{any}", saying("put"));
        FakeExchange refused = FakeExchange.of("DELETE", "/x").answeredBy(routes);
        assertEquals(405, refused.status());
        assertEquals("GET, HEAD, OPTIONS, PUT", refused.header("Allow"));
        FakeExchange json =
                FakeExchange.of("DELETE", "/x", "Accept", "application/json").answeredBy(routes);
        assertEquals("application/problem+json", json.header("Content-Type"));
        assertEquals("GET, HEAD, OPTIONS, PUT", json.header("Allow"));
        FakeExchange options = FakeExchange.of("OPTIONS", "/y").answeredBy(routes);
        assertEquals(204, options.status());
        assertEquals("OPTIONS, PUT", options.header("Allow"));
        assertEquals(404, FakeExchange.get("/x/y").answeredBy(routes).status());
        assertEquals(204, FakeExchange.of("OPTIONS", "*").answeredBy(routes).status());
        assertEquals(
                "site", FakeExchange.of("DELETE", "/users").answeredBy(ROUTES).header("Said"));
    }

    @Test
    void routesBelowAPrefixHaveItsParametersAndTheirOwn() throws Exception {
        Router posts = new Router().get("/", saying("all")).get("/{post}", saying("one"));
        Router routes = new Router().under("/users/{id}/posts", posts).get("/users/{id}/posts/new", saying("new"));
        assertEquals("all", said(routes, "/users/1/posts"));
        assertEquals("all", said(routes, "/users/1/posts/"));
        FakeExchange one = FakeExchange.get("/users/1/posts/2").answeredBy(routes);
        assertEquals("{id=1, post=2}", one.header("Parameters"));
        assertEquals("new", said(routes, "/users/1/posts/new"));
        assertEquals(
                404, FakeExchange.get("/users/1/posts/2/3").answeredBy(routes).status());
    }

    @ParameterizedTest
    @CsvSource({
        "example.org,org",
        "EXAMPLE.org:8080,org",
        "a.example.org,below",
        "b.a.example.org,below",
        "x.a.b.example.org,deep",
        "example.com,rest",
        "[::1]:80,rest"
    })
    void aHostHasItsOwnRoutes(String host, String expected) throws Exception {
        Router routes = new Router()
                .otherwise(saying("rest"))
                .host("example.org", saying("org"))
                .host("*.example.org", saying("below"))
                .host("*.b.example.org", saying("deep"));
        assertEquals(
                expected, FakeExchange.get("/", "Host", host).answeredBy(routes).header("Said"));
    }

    @Test
    void filtersGoAroundEverythingTheFirstOutermost() throws Exception {
        List<String> trace = new ArrayList<>();
        Router routes =
                new Router().filter(tracing("a", trace)).get("/x", saying("x")).filter(tracing("b", trace));
        FakeExchange found = FakeExchange.get("/x").answeredBy(routes);
        assertEquals("x", found.header("Said"));
        assertEquals(List.of("a in", "b in", "b out", "a out"), trace);
        assertEquals(404, FakeExchange.get("/y").answeredBy(routes).status());
        assertEquals(8, trace.size());
    }

    @Test
    void aFilterCanAnswerItselfAndChangeTheRequest() throws Exception {
        Filter guard = (request, next) -> request.cookie("key") == null ? Response.of(401) : next.handle(request);
        Filter tunnel = (request, next) -> next.handle(new RequestWrapper(request) {
            @Override
            public String method() {
                return "DELETE";
            }
        });
        Handler guarded = guard.then(tunnel).around(new Router().delete("/x", saying("deleted")));
        assertEquals(401, FakeExchange.get("/x").answeredBy(guarded).status());
        FakeExchange let = FakeExchange.get("/x", "Cookie", "key=1").answeredBy(guarded);
        assertEquals("deleted", let.header("Said"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "api", "/", "/x/", "/api", "/{x...}", "/a//b"})
    void aPrefixMustBeUsableAndFree(String prefix) {
        assertThrows(IllegalArgumentException.class, () -> ROUTES.mount(prefix, saying("x")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "/users",
                "/users/{name}",
                "/a//b",
                "/{x}/{x}",
                "/{x...}/y",
                "/x{y}",
                "/{}",
                "/a%20b",
                "/a?b",
                "/.."
            })
    void aPatternMustBeUsableAndFree(String pattern) {
        UnaryOperator<Router> adding = routes -> routes.get(pattern, saying("x"));
        Exception refused = assertThrows(IllegalArgumentException.class, () -> adding.apply(ROUTES));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("route '" + pattern + "'"), refused.toString());
    }

    @Test
    void aParameterThatTheRouteLacksIsAFaultThatNamesThoseItHas() {
        Router routes = new Router().get("/{a}/{b}", request -> Response.text(request.pathParameter("c")));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> FakeExchange.get("/1/2").answeredBy(routes))
                .getMessage();
        assertEquals("the route has no parameter 'c'; it has [a, b]", message);
        assertNull(FakeExchange.get("/1/2").attribute("none", String.class));
    }

    private static String said(Handler routes, String path) throws Exception {
        return String.valueOf(FakeExchange.get(path).answeredBy(routes).header("Said"));
    }

    private static Filter tracing(String name, List<String> trace) {
        return (request, next) -> {
            trace.add(name + " in");
            Response response = next.handle(request);
            trace.add(name + " out");
            return response;
        };
    }

    private static Handler saying(String text) {
        return request -> Response.of(200)
                .with("Said", text)
                .with("Parameters", new TreeMap<>(request.pathParameters()).toString());
    }
}
