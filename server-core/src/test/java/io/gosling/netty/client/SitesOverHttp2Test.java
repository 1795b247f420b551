package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.KeptSites;
import io.gosling.netty.server.ServerFixture;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.site.Site;
import io.gosling.site.SiteContent;
import io.gosling.site.SiteRules;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.PasswordHash;
import io.gosling.site.access.UserFile;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site as a browser sees it: over TLS, HTTP/2 and one connection, on both lanes. */
@Timeout(120)
class SitesOverHttp2Test {
    private static final String TEXT = "text of a page ".repeat(2000);
    private static final String MISSING = "<h1>It is not here</h1>";

    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty()
            .file("index.html", "home")
            .file("page.html", TEXT)
            .file("missing.html", MISSING)
            .file("music/one.txt", "1")
            .file("music/two & three.txt", "23")
            .file("private/plan.txt", "the plan");

    private final ReloadingTlsContext tls;
    private final KeptSites server;
    private final HttpClient client =
            HttpClient.newBuilder().sslContext(TlsClient.create().context()).build();

    SitesOverHttp2Test(@TempDir Path folder) throws IOException {
        Path users = folder.resolve("users");
        PasswordHash hash = PasswordHash.make("secret".toCharArray(), 10_000, new SecureRandom());
        Files.writeString(users, "ann:" + hash + "\n");
        TestCertificate.of("localhost").write(folder, "s");
        SiteRules rules = new SiteRules(
                List.of(new AccessRule(
                        PathPattern.parse("/private/**"),
                        new AddressAccessList(List.of(), List.of()),
                        UserFile.at(users),
                        "plans")),
                new RouteRules(
                        List.of(new RedirectRule(PathPattern.parse("/old/**"), "/music/$1", 301)),
                        List.of(),
                        List.of(),
                        List.of()),
                List.of(),
                Map.of(404, DocumentPath.parse("/missing.html")));
        SiteContent content = new SiteContent(
                List.of(files.directory()),
                List.of("index.html"),
                List.of(),
                true,
                new CompressionRules(List.of(), true, 1000, 1 << 20),
                Map.of());
        tls = ReloadingTlsContext.open(
                TlsSettings.of(new CertificateFiles(folder.resolve("s.pem"), folder.resolve("s.key"))),
                Ticker.system(),
                InstantSource.system());
        server = KeptSites.start(
                ListenEndpoint.secure(ServerFixture.anyPort(), tls),
                List.of(new Site("main", List.of(), content, rules)));
    }

    @AfterEach
    void close() {
        client.shutdownNow();
        server.close();
        tls.close();
        files.close();
    }

    private HttpResponse<byte[]> send(String method, String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + server.address().getPort() + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (fields.length > 0) {
            request.headers(fields);
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(HttpClient.Version.HTTP_2, response.version());
        return response;
    }

    private HttpResponse<byte[]> get(String path, String... fields) throws Exception {
        return send("GET", path, fields);
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Asks twice: the second answer comes from memory by the other lane, and must not differ. */
    private HttpResponse<byte[]> onBothLanes(String method, String path, String... fields) throws Exception {
        HttpResponse<byte[]> slow = send(method, path, fields);
        assertEquals("slow", field(slow, "lane"), path);
        HttpResponse<byte[]> fast = send(method, path, fields);
        assertEquals("", field(fast, "lane"), path);
        assertEquals(slow.statusCode(), fast.statusCode());
        assertArrayEquals(slow.body(), fast.body());
        for (String name : List.of("content-type", "content-length", "content-encoding", "vary", "etag")) {
            assertEquals(field(slow, name), field(fast, name), name);
        }
        return fast;
    }

    @Test
    void documentsAndTheirCompressedVariantsComeByBothLanes() throws Exception {
        assertEquals("home", text(onBothLanes("GET", "/")));
        HttpResponse<byte[]> plain = get("/page.html");
        assertEquals(TEXT, text(plain));
        assertEquals("Accept-Encoding", field(plain, "vary"));
        HttpResponse<byte[]> small = onBothLanes("GET", "/page.html", "Accept-Encoding", "gzip");
        assertEquals("gzip", field(small, "content-encoding"));
        assertEquals(TEXT, unpacked(small.body()));
        assertTrue(small.body().length < TEXT.length() / 10, "compressed");
        HttpResponse<byte[]> same = get("/page.html", "Accept-Encoding", "gzip", "If-None-Match", field(small, "etag"));
        assertEquals(304, same.statusCode());
        assertEquals("", field(same, "lane"));
    }

    private static String unpacked(byte[] gzip) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void headSaysWhatGetWouldSend() throws Exception {
        HttpResponse<byte[]> head = onBothLanes("HEAD", "/");
        assertEquals(0, head.body().length);
        assertEquals("4", field(head, "content-length"));
        HttpResponse<byte[]> absent = send("HEAD", "/absent");
        assertEquals(404, absent.statusCode());
        assertEquals(0, absent.body().length);
        assertEquals(Integer.toString(MISSING.length()), field(absent, "content-length"));
    }

    @Test
    void aDirectoryIsListedAndAnOldNameLeadsToIt() throws Exception {
        HttpResponse<byte[]> moved = get("/old/one.txt");
        assertEquals(301, moved.statusCode());
        assertEquals("/music/one.txt", field(moved, "location"));
        HttpResponse<byte[]> slash = get("/music");
        assertEquals(301, slash.statusCode());
        HttpResponse<byte[]> listing = get(field(slash, "location"));
        assertEquals(200, listing.statusCode());
        assertTrue(text(listing).contains("one.txt"), text(listing));
        assertTrue(text(listing).contains("two%20"), text(listing));
        assertEquals("1", text(onBothLanes("GET", field(moved, "location"))));
    }

    @Test
    void aPasswordIsAskedForAlsoWhenTheDocumentIsInMemory() throws Exception {
        String right = basic("ann:secret");
        for (int i = 0; i < 3; i++) {
            HttpResponse<byte[]> asked = get("/private/plan.txt");
            assertEquals(401, asked.statusCode());
            assertTrue(field(asked, "www-authenticate").startsWith("Basic realm=\"plans\""));
            assertEquals(
                    401,
                    get("/private/plan.txt", "Authorization", basic("ann:guess"))
                            .statusCode());
            HttpResponse<byte[]> open = get("/private/plan.txt", "Authorization", right);
            assertEquals("the plan", text(open));
            assertEquals("slow", field(open, "lane"), "the fast lane hashes no passwords");
        }
        // Listed only for who may see it.
        assertEquals(401, get("/private/").statusCode());
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsNotThereHasThePageOfTheSite() throws Exception {
        HttpResponse<byte[]> absent = get("/absent");
        assertEquals(404, absent.statusCode());
        assertEquals(MISSING, text(absent));
        assertEquals("home", text(get("/")), "and the connection goes on");
    }
}
