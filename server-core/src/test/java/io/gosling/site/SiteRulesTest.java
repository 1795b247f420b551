package io.gosling.site;

import static io.gosling.site.SiteFixture.site;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.site.rules.CorsRule;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.FakeExchange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteRulesTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty()
            .file("index.html", "home")
            .file("new/a.txt", "new a")
            .file("404.html", "<p>not here");

    @AfterEach
    void delete() {
        files.close();
    }

    private SiteFixture with(List<RedirectRule> redirects, List<RewriteRule> rewrites) throws Exception {
        return new SiteFixture(site(
                files.directory(),
                new SiteRules(
                        List.of(), new RouteRules(redirects, rewrites, List.of(), List.of()), List.of(), Map.of())));
    }

    @ParameterizedTest
    @CsvSource({
        "/old/a.txt, /new/a.txt",
        "/old/a.txt?q=1, /new/a.txt?q=1",
        "/old/%61.txt, /new/a.txt",
        "/old//a.txt, /new/a.txt",
        "/old/x/../a.txt, /new/a.txt",
        "/old/a%20b%3F, /new/a%20b%3F",
        "/old, /new/",
    })
    void aRedirectCarriesWhatTheStarStoodForAndTheQuery(String asked, String location) throws Exception {
        SiteFixture site = with(List.of(new RedirectRule(PathPattern.parse("/old/**"), "/new/$1", 308)), List.of());
        FakeExchange answer = site.get(asked);
        assertEquals(308, answer.status());
        assertEquals(location, answer.header("Location"));
    }

    /**
     * The star is a path in canonical form: it has no empty segments and no plain backslash, so no host can be made of
     * it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"/go//evil.example/x", "/go/%2Fevil.example", "/go/\\evil.example", "/go/%5Cevil.example"})
    void noRedirectLeavesTheSiteByWhatTheClientWrites(String asked) throws Exception {
        SiteFixture site = with(List.of(new RedirectRule(PathPattern.parse("/go/**"), "/$1", 302)), List.of());
        FakeExchange answer = site.get(asked);
        if (answer.status() == 302) {
            assertEquals(asked.contains("%5C") ? "/%5Cevil.example" : "/evil.example/x", answer.header("Location"));
        } else {
            assertEquals(400, answer.status());
        }
    }

    /** Nor by a star that stands for nothing, or for a slash. */
    @ParameterizedTest
    @CsvSource({
        "/go**, /$1, /go/evil.example/x, /evil.example/x",
        "/go**, /$1, /go, /",
        "/a/*x/**, /$1/$2, /a/x/evil.example, /evil.example",
        "/a/*x/**, /$1/$2, /a/yx/b, /y/b"
    })
    void aStarMakesNoHostOfWhatFollowsIt(String from, String to, String asked, String location) throws Exception {
        SiteFixture site = with(List.of(new RedirectRule(PathPattern.parse(from), to, 302)), List.of());
        assertEquals(location, site.get(asked).header("Location"));
    }

    @ParameterizedTest
    @CsvSource({
        "//x/$1, 301",
        "x, 301",
        "javascript:x, 301",
        "https://$1/, 301",
        "/$2, 301",
        "/$, 301",
        "/a b, 301",
        "/x, 200"
    })
    void aTargetThatIsNoneIsRefusedWhenItIsConfigured(String target, int status) {
        assertThrows(
                IllegalArgumentException.class, () -> new RedirectRule(PathPattern.parse("/old/**"), target, status));
    }

    @Test
    void aRewriteIsNotSeenByTheClient() throws Exception {
        SiteFixture site = with(List.of(), List.of(new RewriteRule(PathPattern.parse("/v2/**"), "/new/$1")));
        FakeExchange answer = site.get("/v2/a.txt");
        assertEquals(200, answer.status());
        assertEquals("new a", answer.responseText());
        assertNull(answer.header("Location"));
        assertEquals(404, site.get("/v2/b.txt").status());
    }

    @Test
    void headerFieldsAreSetByPathAndOnErrorsOnlyWhereWanted() throws Exception {
        List<HeaderRule> rules = List.of(
                new HeaderRule(
                        PathPattern.parse("/**"),
                        new HeaderChange(Headers.of("X-Frame-Options", "DENY"), List.of()),
                        true,
                        HeaderChange.NONE),
                new HeaderRule(
                        PathPattern.parse("/new/**"),
                        new HeaderChange(Headers.of("Cache-Control", "max-age=60", "Vary", "DNT"), List.of()),
                        false,
                        HeaderChange.NONE));
        SiteFixture site = new SiteFixture(site(
                files.directory(),
                new SiteRules(List.of(), new RouteRules(List.of(), List.of(), rules, List.of()), List.of(), Map.of())));
        FakeExchange found = site.get("/new/a.txt");
        assertEquals("DENY", found.header("X-Frame-Options"));
        assertEquals("max-age=60", found.header("Cache-Control"));
        assertEquals("DNT", found.header("Vary"));
        assertEquals("max-age=60", site.get("/new/%61.txt").header("Cache-Control"));
        FakeExchange same = site.get("/new/a.txt", "If-None-Match", String.valueOf(found.header("ETag")));
        assertEquals(304, same.status());
        assertEquals("max-age=60", same.header("Cache-Control"));
        FakeExchange missing = site.get("/new/none");
        assertEquals("DENY", missing.header("X-Frame-Options"));
        assertNull(missing.header("Cache-Control"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new HeaderRule(
                        PathPattern.parse("/**"),
                        new HeaderChange(Headers.of("content-length", "1"), List.of()),
                        false,
                        HeaderChange.NONE));
    }

    @Test
    void headersAreRemovedBeforeOthersAreSetAndTheServersOwnStay() throws Exception {
        HeaderChange language = new HeaderChange(Headers.of("X-A", "1"), List.of("x-a", "X-B"));
        HeaderRuleFilter rules = new HeaderRuleFilter(
                List.of(new HeaderRule(PathPattern.parse("/new/**"), language, false, HeaderChange.NONE)));
        Response given = Response.text("text")
                .with("X-A", "0")
                .plus("X-A", "00")
                .with("X-B", "2")
                .with("X-C", "3");
        Response changed = rules.applied(given, "/new/a");
        assertEquals(List.of("1"), changed.headers().all("X-A"));
        assertNull(changed.headers().first("X-B"));
        assertEquals("3", changed.headers().first("X-C"));
        assertEquals(given.headers(), rules.applied(given, "/old/a").headers());
        assertEquals(
                "2", rules.applied(given.withStatus(404), "/new/a").headers().first("X-B"));
        for (String own : List.of("Content-Length", "etag", "Connection", "Vary")) {
            HeaderChange removal = new HeaderChange(Headers.empty(), List.of(own));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new HeaderRule(PathPattern.parse("/**"), removal, false, HeaderChange.NONE),
                    own);
        }
        assertThrows(IllegalArgumentException.class, () -> new HeaderChange(Headers.empty(), List.of("two words")));
    }

    @Test
    void anErrorIsShownAsAPageOfTheSiteUnderItsOwnStatus() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), SiteFixture.errorPages(404, "/404.html")));
        FakeExchange answer = site.get("/none");
        assertEquals(404, answer.status());
        assertEquals("<p>not here", answer.responseText());
        assertEquals("text/html; charset=utf-8", answer.header("Content-Type"));
        assertEquals("GET, HEAD, OPTIONS", site.ask("POST", "/none").header("Allow"));
        SiteFixture without = new SiteFixture(site(files.directory(), SiteFixture.errorPages(404, "/gone.html")));
        assertEquals(404, without.get("/none").status());
    }

    @Test
    void anErrorPageIsNotSaidToBeWhatTheErrorWas() throws Exception {
        SiteDocumentFinder view = new SiteDocumentFinder(
                SiteFileSource.open(List.of(site(files.directory())), DocumentRoot.Settings.defaults()),
                site(files.directory()));
        ErrorPageFilter pages = new ErrorPageFilter(Map.of(500, DocumentPath.parse("/404.html")), view);
        FakeExchange answer = FakeExchange.get("/x")
                .answeredBy(pages.around(request -> Response.of(500)
                        .with("Content-Encoding", "gzip")
                        .with("ETag", "\"x\"")
                        .with("Retry-After", "5")));
        assertEquals("<p>not here", answer.responseText());
        assertNull(answer.header("Content-Encoding"));
        assertNull(answer.header("ETag"));
        assertEquals("5", answer.header("Retry-After"));
    }

    @Test
    void anErrorPageIsNotWhatConditionsOrRangesAreAbout() throws Exception {
        SiteFixture site = new SiteFixture(site(files.directory(), SiteFixture.errorPages(404, "/404.html")));
        FakeExchange answer = site.get("/none", "If-None-Match", "*", "Range", "bytes=0-1");
        assertEquals(404, answer.status());
        assertEquals("<p>not here", answer.responseText());
        assertNull(answer.header("ETag"));
    }

    @Test
    void otherOriginsReadWhatTheyMayAndPreflightsAreAnswered() throws Exception {
        CorsRule named = new CorsRule(
                PathPattern.parse("/new/**"),
                List.of("https://app.example"),
                List.of("PUT"),
                List.of("X-Wish"),
                List.of("ETag"),
                true,
                600);
        CorsRule all = new CorsRule(PathPattern.parse("/**"), List.of("*"), List.of(), List.of(), List.of(), false, 5);
        SiteFixture site = new SiteFixture(site(
                files.directory(),
                new SiteRules(
                        List.of(),
                        new RouteRules(List.of(), List.of(), List.of(), List.of(named, all)),
                        List.of(),
                        Map.of())));
        FakeExchange mine = site.get("/new/a.txt", "Origin", "https://app.example");
        assertEquals("https://app.example", mine.header("Access-Control-Allow-Origin"));
        assertEquals("true", mine.header("Access-Control-Allow-Credentials"));
        assertEquals("ETag", mine.header("Access-Control-Expose-Headers"));
        assertEquals("Origin", mine.header("Vary"));
        FakeExchange other = site.get("/new/a.txt", "Origin", "https://app.example.evil");
        assertEquals(200, other.status());
        assertNull(other.header("Access-Control-Allow-Origin"));
        assertEquals("Origin", other.header("Vary"));
        FakeExchange preflight = site.ask(
                "OPTIONS", "/new/a.txt", "Origin", "https://app.example", "Access-Control-Request-Method", "PUT");
        assertEquals(204, preflight.status());
        assertEquals("PUT", preflight.header("Access-Control-Allow-Methods"));
        assertEquals("X-Wish", preflight.header("Access-Control-Allow-Headers"));
        assertEquals("600", preflight.header("Access-Control-Max-Age"));
        assertEquals("*", site.get("/").header("Access-Control-Allow-Origin"));
        assertThrows(
                IllegalArgumentException.class,
                () -> new CorsRule(PathPattern.parse("/**"), List.of("*"), List.of(), List.of(), List.of(), true, 5));
    }
}
