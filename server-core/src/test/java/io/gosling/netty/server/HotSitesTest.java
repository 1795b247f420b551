package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.http.Headers;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.site.Site;
import io.gosling.site.SiteContent;
import io.gosling.site.SiteRules;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.CorsRule;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sites on both lanes: every document that was found is kept, as by a cache without bounds, and the field {@code Lane}
 * tells who answered. What the fast lane says must be what the slow lane says.
 */
class HotSitesTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty()
            .file("a/index.html", "a")
            .file("a/page.html", "page of a")
            .file("a/private/plan.txt", "plan")
            .file("a/old/x.txt", "moved away")
            .file("a/v2/x.txt", "rewritten")
            .file("a/fonts/x.woff", "font")
            .file("a/target/x.txt", "target")
            .file("b/index.html", "b")
            .file("b/text.txt", "text ".repeat(1000))
            .file("b/small.txt", "small")
            .file("b/picture.png", "picture ".repeat(1000))
            .file("c/start.html", "start")
            .file("c/start.html.br", "start in brotli")
            .file("c/plain.html", "in no coding")
            .file("c/index.html", "not asked for");

    private static final SiteRules NO_RULES = new SiteRules(List.of(), RouteRules.NONE, List.of(), Map.of());

    private final KeptSites server;

    HotSitesTest() throws IOException {
        SiteContent ofB = new SiteContent(
                List.of(files.directory().resolve("b")),
                List.of("index.html"),
                List.of(),
                false,
                new CompressionRules(List.of(), true, 1000, 1 << 20),
                Map.of());
        SiteContent ofC = new SiteContent(
                List.of(files.directory().resolve("c")),
                List.of("start.html", "index.html"),
                List.of(),
                false,
                new CompressionRules(List.of(ContentCoding.BROTLI), false, 0, 1 << 20),
                Map.of());
        List<Site> sites = List.of(
                new Site(
                        "a",
                        List.of("a.example", "*.x.example"),
                        content(files.directory().resolve("a")),
                        rules()),
                new Site("b", List.of(), ofB, NO_RULES),
                new Site("c", List.of("c.example"), ofC, NO_RULES));
        server = KeptSites.start(ListenEndpoint.plain(ServerFixture.anyPort()), sites);
    }

    private static SiteContent content(Path root) {
        return new SiteContent(
                List.of(root), List.of("index.html"), List.of(), false, CompressionRules.none(), Map.of());
    }

    private static SiteRules rules() {
        return new SiteRules(
                List.of(new AccessRule(
                        PathPattern.parse("/private/**"),
                        new AddressAccessList(List.of(AddressBlock.parse("127.0.0.0/8")), List.of()),
                        null,
                        "x")),
                new RouteRules(
                        List.of(new RedirectRule(PathPattern.parse("/old/**"), "/target/$1", 301)),
                        List.of(new RewriteRule(PathPattern.parse("/v2/**"), "/target/$1")),
                        List.of(new HeaderRule(
                                PathPattern.parse("/**"),
                                new HeaderChange(Headers.of("X-Of", "a", "Vary", "DNT"), List.of()),
                                false,
                                HeaderChange.NONE)),
                        List.of(new CorsRule(
                                PathPattern.parse("/fonts/**"),
                                List.of("*"),
                                List.of(),
                                List.of(),
                                List.of(),
                                false,
                                5))),
                List.of(),
                Map.of());
    }

    @AfterEach
    void close() {
        server.close();
        files.close();
    }

    private RawResponse get(String host, String path, String fields) {
        try (RawConnection client = RawConnection.open(server.address())) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n")
                    .read();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.example, /",
        "a.example, /page.html",
        "a.example:8080, /page.html?q=1",
        "A.Example, /page.html",
        "a.example., /page.html",
        "A.example.:80, /page.html",
        "deep.x.example, /page.html",
        "b.example, /",
        "127.0.0.1, /small.txt",
        "b.example, /picture.png",
        "c.example, /start.html"
    })
    void aHotDocumentIsAnsweredAsOnTheWorkerPath(String host, String path) {
        RawResponse slow = get(host, path, "");
        assertEquals("slow", slow.header("Lane"));
        if (host.startsWith("c.")) {
            assertNotNull(get(host, path, "").header("Lane"), "another coding may be the answer");
            return;
        }
        for (String fields : List.of("", "Accept-Encoding: gzip, br\r\n", "Cookie: x=y\r\n", "Range-Wish: 1\r\n")) {
            RawResponse fast = get(host, path, fields);
            assertSameAnswer(slow, fast);
        }
        String condition = "If-None-Match: " + slow.header("ETag") + "\r\n";
        RawResponse same = get(host, path, condition);
        assertNull(same.header("Lane"));
        assertEquals(304, same.status());
        assertEquals(slow.header("X-Of"), same.header("X-Of"));
        assertEquals(slow.header("Vary"), same.header("Vary"));
        RawResponse failed = get(host, path, "If-Match: \"other\"\r\n");
        assertEquals(412, failed.status());
        assertEquals("slow", failed.header("Lane"), "the site may have a page for it");
    }

    @ParameterizedTest
    @CsvSource({
        "b.example, /text.txt, gzip, gzip",
        "b.example, /text.txt, 'br, deflate, GZIP;q=0.9', gzip",
        "b.example, /text.txt?q=1, '*', gzip",
        "c.example, /start.html, 'gzip, br', br"
    })
    void aHotDocumentInTheBestCodingIsAnsweredAsOnTheWorkerPath(
            String host, String path, String accepted, String coding) {
        String wish = "Accept-Encoding: " + accepted + "\r\n";
        RawResponse slow = get(host, path, wish);
        assertEquals("slow", slow.header("Lane"));
        assertEquals(coding, slow.header("Content-Encoding"));
        // Undecoded, and twice decoded: the second time it is a 304.
        assertSameAnswer(slow, get(host, path, wish));
        assertSameAnswer(slow, get(host, path, wish + "If-None-Match: \"other\"\r\n"));
        RawResponse same = get(host, path, wish + "If-None-Match: " + slow.header("ETag") + "\r\n");
        assertEquals(304, same.status());
        assertNull(same.header("Lane"));
        assertNull(same.header("Content-Encoding"));
        assertEquals("Accept-Encoding", same.header("Vary"));
        for (String other : List.of("", "Accept-Encoding: identity\r\n", wish + wish, wish + "Range: bytes=0-1\r\n")) {
            assertEquals("slow", get(host, path, other).header("Lane"), other);
        }
    }

    @Test
    void whatComesInNoCodingOrHasAnotherIndexIsNotHot() {
        for (int i = 0; i < 3; i++) {
            RawResponse plain = get("c.example", "/plain.html", "Accept-Encoding: br\r\n");
            assertEquals("in no coding", plain.text());
            assertEquals("slow", plain.header("Lane"), "a file may come to lie beside it");
            RawResponse index = get("c.example", "/", "Accept-Encoding: br\r\n");
            assertEquals("br", index.header("Content-Encoding"));
            assertEquals("slow", index.header("Lane"));
        }
    }

    private static void assertSameAnswer(RawResponse slow, RawResponse fast) {
        assertNull(fast.header("Lane"));
        assertEquals(slow.status(), fast.status());
        assertEquals(slow.text(), fast.text());
        for (Headers.Field field : slow.headers()) {
            if (!List.of("Lane", "Date", "Cache-Status").contains(field.name())) {
                assertEquals(field.value(), fast.header(field.name()), field.name());
            }
        }
        assertEquals(
                slow.headers().size() - 1,
                fast.headers().size(),
                () -> fast.headers().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "a.example, /private/plan.txt, 200",
        "a.example, /old/x.txt, 301",
        "a.example, /v2/x.txt, 200",
        "a.example, /fonts/x.woff, 200",
        "b.example, /text.txt, 200",
        "c.example, /, 200",
        "c.example, /index.html, 200"
    })
    void whatDependsOnTheClientOrOnARuleIsNeverHot(String host, String path, int status) throws Exception {
        // The document of this path is in memory, whatever the rules make of the path.
        LookupResult lookup = server.find(DocumentPath.parse("/" + host.charAt(0) + path));
        if (lookup instanceof LookupResult.Found found) {
            found.document().close();
        }
        assertNotNull(server.kept("/" + host.charAt(0) + path));
        for (int i = 0; i < 3; i++) {
            RawResponse answer = get(host, path, "");
            assertEquals(status, answer.status());
            assertEquals("slow", answer.header("Lane"), path);
        }
    }

    @Test
    void oneSitesDocumentsAreNotAnothers() {
        for (int i = 0; i < 2; i++) {
            assertEquals("page of a", get("a.example", "/page.html", "").text());
            assertEquals("small", get("b.example", "/small.txt", "").text());
        }
        for (String path : List.of("/a/page.html", "/page.html", "/../a/page.html", "//a/page.html")) {
            int status = get("b.example", path, "").status();
            assertEquals(path.contains("..") ? 400 : 404, status, path);
        }
        assertEquals(404, get("a.example", "/small.txt", "").status());
        assertEquals(404, get("a.example", "/b/small.txt", "").status());
    }
}
