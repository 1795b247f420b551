package io.gosling.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RewriteRule;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.FakeExchange;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Paths of a site that other servers answer. */
class OriginFilterTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty();

    /** Answers with the request and the rule. */
    private static final OriginHandlerFactory ECHO = (site, path) -> request -> Response.text(
            site.name() + " " + path + " " + request.method() + " " + request.rawPath() + "?" + request.rawQuery());

    @AfterEach
    void close() throws Exception {
        files.close();
    }

    private static SiteRules rules(List<AccessRule> access, List<RewriteRule> rewrites, String... paths) {
        return new SiteRules(
                access,
                new RouteRules(
                        List.of(),
                        rewrites,
                        List.of(new HeaderRule(
                                PathPattern.parse("/api/**"),
                                new HeaderChange(Headers.of("X-Ours", "1"), List.of()),
                                false,
                                HeaderChange.NONE)),
                        List.of()),
                List.of(paths).stream().map(PathPattern::parse).toList(),
                Map.of());
    }

    private SiteFixture fixture(Site site) throws Exception {
        return new SiteFixture(List.of(), ECHO, site);
    }

    @Test
    void aPasswordOfTheSiteGoesNoFurtherAndOneOfTheOriginsDoes() throws Exception {
        Site site =
                new Site("main", List.of(), SiteFixture.content(files.directory()), rules(List.of(), List.of(), "/**"));
        OriginFilter forwarding = new OriginFilter(
                site,
                (asked, path) -> request ->
                        Response.text(String.valueOf(request.headers().first("Authorization"))));
        for (boolean named : List.of(true, false)) {
            FakeExchange exchange = FakeExchange.get("/api/x", "Authorization", "Basic eDp5");
            if (named) {
                exchange.attributes().put(Request.USER, "x");
            }
            exchange.answeredBy(request -> forwarding.filter(request, asked -> Response.text("a document")));
            assertEquals(named ? "null" : "Basic eDp5", exchange.responseText());
        }
    }

    @Test
    void requestsGoToTheOriginWithTheHeadersOfTheRulesOfTheirPath() throws Exception {
        HeaderChange key = new HeaderChange(Headers.of("X-Key", "ours"), List.of("Cookie"));
        SiteRules rules = new SiteRules(
                List.of(),
                new RouteRules(
                        List.of(),
                        List.of(),
                        List.of(new HeaderRule(PathPattern.parse("/api/**"), HeaderChange.NONE, false, key)),
                        List.of()),
                List.of(PathPattern.parse("/**")),
                Map.of());
        OriginFilter forwarding = new OriginFilter(
                new Site("main", List.of(), SiteFixture.content(files.directory()), rules),
                (asked, path) -> request -> Response.text(
                        request.headers().all("X-Key") + " " + request.headers().all("X_Key") + " "
                                + request.headers().all("Cookie") + " "
                                + request.headers().all("Accept") + " "
                                + request.headers().all("Connection")));
        for (String path : List.of("/api/x", "/other")) {
            FakeExchange exchange = FakeExchange.get(
                    path,
                    "X-Key",
                    "theirs",
                    "X_Key",
                    "theirs",
                    "Cookie",
                    "a=1",
                    "Accept",
                    "*/*",
                    "Connection",
                    "x-key, upgrade");
            exchange.answeredBy(request -> forwarding.filter(request, asked -> Response.text("a document")));
            assertEquals(
                    path.equals("/other")
                            ? "[theirs] [theirs] [a=1] [*/*] [x-key, upgrade]"
                            : "[ours] [] [] [*/*] [upgrade]",
                    exchange.responseText());
        }
        for (HeaderChange refused : List.of(
                new HeaderChange(Headers.of("Host", "x"), List.of()),
                new HeaderChange(Headers.empty(), List.of("CDN_Loop")))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new HeaderRule(PathPattern.parse("/**"), HeaderChange.NONE, false, refused));
        }
    }

    @Test
    void interimResponsesHaveTheHeadersOfTheRulesOfTheirPath() throws Exception {
        HeaderRuleFilter rules = new HeaderRuleFilter(List.of(new HeaderRule(
                PathPattern.parse("/api/**"),
                new HeaderChange(Headers.of("X-Ours", "1"), List.of("Server")),
                false,
                HeaderChange.NONE)));
        List<String> passed = new ArrayList<>();
        for (String path : List.of("/api/x", "/other")) {
            Request client = new RequestWrapper(FakeExchange.get(path)) {
                @Override
                public String protocol() {
                    return "HTTP/2.0";
                }

                @Override
                public void sendInterim(int status, Headers fields) {
                    passed.add(status + " " + fields.first("Server") + " " + fields.first("X-Ours"));
                }
            };
            rules.filter(client, request -> {
                request.sendInterim(102, Headers.of("Server", "x/1"));
                request.hint(Headers.of("Server", "x/1"));
                return Response.of(200);
            });
        }
        assertEquals(List.of("102 null 1", "103 null 1", "102 x/1 null", "103 x/1 null"), passed);
    }

    @Test
    void theFirstThatFitsAnswersAndTheRestAreDocuments() throws Exception {
        files.file("page.html", "document").file("api/file", "never");
        Site site = new Site(
                "main",
                List.of(),
                SiteFixture.content(files.directory()),
                rules(List.of(), List.of(), "/api/special/**", "/api/**"));
        SiteFixture fixture = fixture(site);
        assertEquals(
                "main /api/** GET /api/file?a=%20b",
                fixture.get("/api/file?a=%20b").responseText());
        assertEquals(
                "main /api/special/** GET /api/special/x?",
                fixture.get("/api/special/x").responseText());
        assertEquals("main /api/** POST /api?", fixture.ask("POST", "/api").responseText());
        assertEquals("1", fixture.get("/api/a").header("X-Ours"));
        assertEquals("document", fixture.get("/page.html").responseText());
        assertNull(fixture.get("/page.html").header("X-Ours"));
    }

    @Test
    void noSpellingOfAPathGoesAroundARuleAndTheOriginSeesTheSamePath() throws Exception {
        files.file("page.html", "document");
        AccessRule nobody = new AccessRule(
                PathPattern.parse("/api/admin/**"),
                new AddressAccessList(List.of(AddressBlock.parse("192.0.2.1")), List.of()),
                null,
                "realm");
        SiteFixture fixture = fixture(new Site(
                "main",
                List.of(),
                SiteFixture.content(files.directory()),
                rules(List.of(nobody), List.of(), "/api/**")));
        for (String path : List.of("/api/admin/x", "/api//admin/x", "/api/%61dmin/x", "/api/a/../admin/x")) {
            assertEquals(403, fixture.get(path).status(), path);
        }
        assertEquals(
                "main /api/** GET /api/b?", fixture.get("/api/a/%2e%2e//%62").responseText());
        assertEquals(400, fixture.get("/api/a%2fb").status());
        for (String path : List.of("/api/..%5cadmin/x", "/api/%ef%bc%8e%ef%bc%8e/admin", "/api/a%ef%bc%8fadmin")) {
            assertEquals(400, fixture.get(path).status(), path + " may be read as another path");
        }
        assertEquals(
                "main /api/** GET /api/%E4%B8%AD?",
                fixture.get("/api/%e4%b8%ad").responseText());
        assertEquals(404, fixture.get("/api/../nothing").status());
    }

    @Test
    void aRewriteMayLeadThere() throws Exception {
        SiteFixture fixture = fixture(new Site(
                "main",
                List.of(),
                SiteFixture.content(files.directory()),
                rules(List.of(), List.of(new RewriteRule(PathPattern.parse("/v1/**"), "/api/$1")), "/api/**")));
        assertEquals("main /api/** GET /api/x?", fixture.get("/v1/x").responseText());
    }

    @Test
    void aSiteWhoseEveryPathAnotherServerAnswersNeedsNoDirectory() throws Exception {
        SiteContent none =
                new SiteContent(List.<Path>of(), List.of(), List.of(), false, CompressionRules.none(), Map.of());
        FakeExchange answer = fixture(new Site("main", List.of(), none, rules(List.of(), List.of(), "/a/**", "/**")))
                .get("/x/");
        assertEquals("main /** GET /x/?", answer.responseText());
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new Site("main", List.of(), none, rules(List.of(), List.of(), "/a/**")));
        assertTrue(String.valueOf(refused.getMessage()).contains("roots: missing"), refused.getMessage());
    }

    @Test
    void aDocumentUnderSuchAPathIsNeverHot() {
        Site site = new Site(
                "main", List.of(), SiteFixture.content(files.directory()), rules(List.of(), List.of(), "/api/**"));
        SiteHeaderBuilder fields = new SiteHeaderBuilder(List.of(site), "n1");
        Representation text = new Representation("text/plain", 3, "\"t\"", Instant.EPOCH);
        assertTrue(fields.fields(DocumentPath.parse("/main/api/file"), text).isNone());
        assertTrue(!fields.fields(DocumentPath.parse("/main/page"), text).isNone());
    }
}
