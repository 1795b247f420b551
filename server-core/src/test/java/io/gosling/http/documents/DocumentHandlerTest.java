package io.gosling.http.documents;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.http.Headers;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.Site;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentHandlerTest {
    private final Site site = Site.empty();
    private DocumentHandler handler = new DocumentHandler(new Broken(), "n1");

    @BeforeEach
    void build() throws IOException {
        site.file("index.html", "<h1>hi").file("d/index.html", "d").file("big.bin", Site.noise(200_000, 7));
        handler = new DocumentHandler(DocumentRoot.at(site.directory()), "n1");
    }

    @AfterEach
    void deleteSite() {
        site.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 200",
        "HEAD, /, 200",
        "GET, /d, 301",
        "GET, /none, 404",
        "GET, /.git/, 403",
        "GET, /%2f, 400",
        "GET, /../x, 400",
        "OPTIONS, /, 204",
        "OPTIONS, *, 204",
        "POST, /, 405",
        "DELETE, /none, 405",
        "get, /, 501",
        "PROPFIND, /, 501"
    })
    void statuses(String method, String target, int status) throws Exception {
        assertEquals(status, answer(FakeExchange.of(method, target)).status());
    }

    @Test
    void aDocumentComesWithItsFields() throws Exception {
        FakeExchange exchange = answer(FakeExchange.get("/"));
        assertEquals("<h1>hi", exchange.responseText());
        assertEquals("text/html; charset=utf-8", exchange.header("Content-Type"));
        assertEquals("n1; fwd=miss; detail=disk", exchange.header("Cache-Status"));
        assertEquals("bytes", exchange.header("Accept-Ranges"));
        assertNotNull(exchange.header("Last-Modified"));
    }

    @Test
    void aRefusedMethodNamesThoseThatAreAllowed() throws Exception {
        assertEquals("GET, HEAD, OPTIONS", answer(FakeExchange.of("PUT", "/")).header("Allow"));
    }

    @Test
    void aDocumentByAnotherNameIsToldItsOwn() throws Exception {
        assertEquals("/big.bin", answer(FakeExchange.get("/d/..//big%2Ebin")).header("Content-Location"));
        assertNull(answer(FakeExchange.get("/big.bin")).header("Content-Location"));
        assertNull(answer(FakeExchange.get("/%62ig.bin", "If-Match", "\"x\"")).header("Content-Location"));
    }

    @Test
    void aRedirectKeepsTheQuery() throws Exception {
        assertEquals("/d/?a=b", answer(FakeExchange.get("//d?a=b")).header("Location"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/<script>alert(1)</script>", "/%3Cscript%3E"})
    void errorPagesDoNotEchoTheRequest(String target) throws Exception {
        String page = answer(FakeExchange.get(target)).responseText();
        assertFalse(page.toLowerCase(Locale.ROOT).contains("script"), page);
    }

    @Test
    void aConditionThatTheClientMeetsSavesTheBody() throws Exception {
        String etag = String.valueOf(answer(FakeExchange.get("/")).header("ETag"));
        FakeExchange again = answer(FakeExchange.get("/", "If-None-Match", etag));
        assertEquals(304, again.status());
        assertEquals(etag, again.header("ETag"));
        assertNull(again.header("Content-Type"));
        assertNull(again.response().body());
        assertEquals(412, answer(FakeExchange.get("/", "If-Match", "\"x\"")).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/big.bin", "/index.html"})
    void oneRangeIsASlice(String target) throws Exception {
        byte[] whole = answer(FakeExchange.get(target)).responseBody();
        FakeExchange exchange = answer(FakeExchange.get(target, "Range", "bytes=2-4"));
        assertEquals(206, exchange.status());
        assertEquals("bytes 2-4/" + whole.length, exchange.header("Content-Range"));
        assertArrayEquals(Arrays.copyOfRange(whole, 2, 5), exchange.responseBody());
    }

    @Test
    void severalRangesAreAMultipart() throws Exception {
        FakeExchange exchange = answer(FakeExchange.get("/big.bin", "Range", "bytes=500-509,0-9,-10"));
        assertEquals(206, exchange.status());
        String type = String.valueOf(exchange.header("Content-Type"));
        String boundary = type.substring("multipart/byteranges; boundary=".length());
        byte[] whole = site.bytes("big.bin");
        java.io.ByteArrayOutputStream expected = new java.io.ByteArrayOutputStream();
        for (int first : new int[] {500, 0, 199_990}) {
            expected.writeBytes(
                    ("\r\n--" + boundary + "\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes " + first
                                    + "-" + (first + 9) + "/200000\r\n\r\n")
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            expected.write(whole, first, 10);
        }
        expected.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertArrayEquals(expected.toByteArray(), exchange.responseBody());
        Body body = exchange.response().body();
        assertEquals(expected.size(), body == null ? -1 : body.length());
    }

    @Test
    void aStreamedDocumentGivesRangesThatGoForward() throws Exception {
        DocumentHandler streaming = new DocumentHandler(new Streaming(DocumentRoot.at(site.directory())), "n1");
        byte[] whole = site.bytes("big.bin");
        FakeExchange one =
                FakeExchange.get("/big.bin", "Range", "bytes=1000-1009").answeredBy(streaming);
        assertArrayEquals(Arrays.copyOfRange(whole, 1000, 1010), one.responseBody());
        FakeExchange two =
                FakeExchange.get("/big.bin", "Range", "bytes=0-4,1000-1004").answeredBy(streaming);
        FakeExchange expected = answer(FakeExchange.get("/big.bin", "Range", "bytes=0-4,1000-1004"));
        assertArrayEquals(expected.responseBody(), two.responseBody());
        FakeExchange backward =
                FakeExchange.get("/big.bin", "Range", "bytes=1000-1004,0-4").answeredBy(streaming);
        assertEquals(200, backward.status());
        assertArrayEquals(whole, backward.responseBody());
    }

    @Test
    void aRangeOfNothingIsAnsweredWithTheLength() throws Exception {
        FakeExchange exchange = answer(FakeExchange.get("/", "Range", "bytes=100-"));
        assertEquals(416, exchange.status());
        assertEquals("bytes */6", exchange.header("Content-Range"));
    }

    @Test
    void headHasNoRanges() throws Exception {
        assertEquals(
                200, answer(FakeExchange.of("HEAD", "/", "Range", "bytes=0-1")).status());
    }

    @Test
    void aSourceThatCannotBeAskedIsARetryLater() throws Exception {
        handler = new DocumentHandler(new Broken(), "n1");
        FakeExchange exchange = answer(FakeExchange.get("/"));
        assertEquals(503, exchange.status());
        assertEquals("1", exchange.header("Retry-After"));
    }

    @Test
    void bothLanesSendTheSameFields() throws Exception {
        FakeExchange exchange = answer(FakeExchange.get("/"));
        try (Document document =
                ((LookupResult.Found) DocumentRoot.at(site.directory()).find(DocumentPath.parse("/"))).document()) {
            String prepared = new String(
                    DocumentHeaderBuilder.prepare(document.representation(), "n1")
                            .ok(),
                    java.nio.charset.StandardCharsets.US_ASCII);
            for (Headers.Field field : exchange.response().headers().without("Cache-Status")) {
                assertTrue(prepared.contains(field.name() + ": " + field.value() + "\r\n"), prepared);
            }
            assertTrue(prepared.contains("Cache-Status: n1; hit\r\n"), prepared);
            assertTrue(prepared.endsWith("Content-Length: 6\r\n"), prepared);
        }
    }

    private FakeExchange answer(FakeExchange exchange) throws Exception {
        return exchange.answeredBy(handler);
    }

    private static final class Broken implements DocumentSource {
        @Override
        public LookupResult find(DocumentPath path) throws IOException {
            throw new IOException("the disk is gone");
        }

        @Override
        public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
            return RevalidationResult.GONE;
        }
    }

    /** Hands out what another source has as a stream. */
    private record Streaming(DocumentSource source) implements DocumentSource {
        @Override
        public LookupResult find(DocumentPath path) throws IOException {
            LookupResult.Found found = (LookupResult.Found) source.find(path);
            try (Document document = found.document()) {
                Body.InFile file = (Body.InFile) document.body();
                byte[] bytes = new FileRangeInputStream(file.channel(), 0, file.length()).readAllBytes();
                return new LookupResult.Found(new Document(
                        document.representation(),
                        document.stamp(),
                        new Body.Streamed(new ByteArrayInputStream(bytes), bytes.length),
                        document.provenance()));
            }
        }

        @Override
        public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) throws IOException {
            return source.check(path, known);
        }
    }
}
