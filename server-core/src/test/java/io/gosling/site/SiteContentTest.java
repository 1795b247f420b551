package io.gosling.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.LookupResult;
import io.gosling.document.Representation;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.compression.ContentCoding;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.Site;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteContentTest {
    private final Site first = Site.empty().file("index.html", "home of first").file("both.txt", "first");
    private final Site second = Site.empty()
            .file("index.html", "home of second")
            .file("both.txt", "second")
            .file("more/only.txt", "only in second");

    @AfterEach
    void delete() {
        first.close();
        second.close();
    }

    private static io.gosling.site.Site named(String name, List<String> hosts, SiteContent content) {
        return new io.gosling.site.Site(name, hosts, content, SiteFixture.NO_RULES);
    }

    private SiteFixture with(List<String> index, List<String> fallBacks, boolean listing, CompressionRules compression)
            throws Exception {
        return new SiteFixture(named(
                "main",
                List.of(),
                new SiteContent(
                        List.of(first.directory(), second.directory()),
                        index,
                        fallBacks,
                        listing,
                        compression,
                        Map.of())));
    }

    private SiteFixture plain() throws Exception {
        return with(List.of("index.html"), List.of(), false, CompressionRules.none());
    }

    @Test
    void filesOfARootAreReadIntoTheDestinationOfTheCaller() throws Exception {
        var content = new SiteContent(
                List.of(first.directory(), second.directory()),
                List.of(),
                List.of(),
                false,
                CompressionRules.none(),
                Map.of());
        var site = named("w", List.of(), content);
        SiteFileSource roots = SiteFileSource.open(List.of(site), DocumentRoot.Settings.defaults());
        ByteBuf given = Unpooled.directBuffer(64);
        LookupResult lookup = roots.find(DocumentPath.parse("/w/more/only.txt"), length -> given);
        try (Document document =
                assertInstanceOf(LookupResult.Found.class, lookup).document()) {
            assertSame(
                    given,
                    assertInstanceOf(Body.InMemory.class, document.body()).bytes());
            assertEquals("only in second", given.toString(StandardCharsets.UTF_8));
        }
        assertEquals(0, given.refCnt());
    }

    @Test
    void theFirstRootThatHasADocumentGivesIt() throws Exception {
        SiteFixture site = plain();
        assertEquals("first", site.get("/both.txt").responseText());
        assertEquals("only in second", site.get("/more/only.txt").responseText());
        assertEquals("/more/", site.get("/more").header("Location"));
        assertEquals(404, site.get("/none").status());
        Files.delete(first.directory().resolve("both.txt"));
        assertEquals("second", site.get("/both.txt").responseText());
    }

    @ParameterizedTest
    @CsvSource({
        "a.example, home of first",
        "A.EXAMPLE:8080, home of first",
        "a.example., home of first",
        "X.B.Example.:80, home of second",
        "x.b.example, home of second",
        "y.x.b.example, home of second"
    })
    void aHostHasItsSite(String host, String home) throws Exception {
        SiteFixture sites = new SiteFixture(
                named("a", List.of("a.example"), SiteFixture.content(first.directory())),
                named("b", List.of("*.b.example"), SiteFixture.content(second.directory())));
        assertEquals(home, sites.get("/", "Host", host).responseText());
        assertEquals(421, sites.get("/", "Host", "c.example").status());
        assertEquals(421, sites.get("/").status());
    }

    @Test
    void theNamesOfTheObjectSpaceAreNotPathsOfASite() throws Exception {
        SiteFixture sites = new SiteFixture(
                named("a", List.of("a.example"), SiteFixture.content(first.directory())),
                named("b", List.of("b.example"), SiteFixture.content(second.directory())));
        for (String path : List.of("/b/both.txt", "/a/both.txt", "/b~gzip/both.txt", "/a~gzip/", "/../b/both.txt")) {
            assertNotEquals(200, sites.get(path, "Host", "a.example").status(), path);
        }
    }

    @Test
    void sitesThatAreInEachOthersWayAreRefused() {
        SiteContent content = SiteFixture.content(first.directory());
        assertThrows(
                IllegalArgumentException.class,
                () -> new SiteFixture(
                        named("a", List.of("x.example"), content), named("b", List.of("X.example"), content)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new SiteFixture(named("a", List.of(), content), named("b", List.of(), content)));
        assertThrows(IllegalArgumentException.class, () -> named("a~gzip", List.of(), content));
        assertThrows(IllegalArgumentException.class, () -> named("a", List.of("x.example:80"), content));
    }

    @Test
    void aDocumentThatIsAskedForByAnotherSpellingSaysItsOwn() throws Exception {
        SiteFixture site = plain();
        assertEquals("/both.txt", site.get("//x/../%62oth.txt").header("Content-Location"));
        assertNull(site.get("/both.txt").header("Content-Location"));
        assertNull(site.get("//none").header("Content-Location"));
        assertNull(site.get("/").header("Content-Location"));
    }

    @Test
    void fallBacksAreLookedForInTheirOrder() throws Exception {
        first.file("page.html", "a page").file("app.html", "the app");
        SiteFixture site =
                with(List.of("index.html"), List.of("{path}.html", "/app.html"), false, CompressionRules.none());
        assertEquals("a page", site.get("/page").responseText());
        assertEquals("a page", site.get("/page/").responseText());
        assertEquals("the app", site.get("/some/where").responseText());
        assertEquals("first", site.get("/both.txt").responseText());
        assertEquals(403, site.get("/.hidden").status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x.html", "/a/{path}", "{path}{path}", "/../x", "{host}"})
    void whatIsNoFallBackIsRefused(String fallBack) {
        assertThrows(
                IllegalArgumentException.class,
                () -> with(List.of("index.html"), List.of(fallBack), false, CompressionRules.none()));
    }

    @Test
    void indexFilesAreLookedForInTheirOrder() throws Exception {
        first.file("more/start.htm", "start").file("other/start.htm", "start").file("other/index.html", "index");
        SiteFixture site = with(List.of("start.htm", "index.html"), List.of(), false, CompressionRules.none());
        assertEquals("start", site.get("/more/").responseText());
        assertEquals("start", site.get("/other/").responseText());
        assertEquals("home of first", site.get("/").responseText());
        assertEquals(404, plain().get("/more/").status());
    }

    @Test
    void aDirectoryIsListedForPeopleAndForProgramsWithoutWhatIsNotServed() throws Exception {
        first.file("more/a <b>&\".txt", "12345")
                .file("more/.hidden", "x")
                .file("more/sub/x.txt", "x")
                .link("more/out", Path.of("/etc/passwd"));
        SiteFixture site = with(List.of("index.html"), List.of(), true, CompressionRules.none());
        FakeExchange page = site.get("/more/", "Accept", "text/html");
        assertEquals(200, page.status());
        assertTrue(
                page.responseText().contains("<a href=\"./a%20%3Cb%3E&amp;%22.txt\">a &lt;b&gt;&amp;&quot;.txt</a>"));
        assertTrue(page.responseText().contains("<a href=\"./sub/\">sub/</a>"));
        assertTrue(page.responseText().contains("only.txt"), "the second root's entries too");
        assertFalse(
                page.responseText().contains("hidden") || page.responseText().contains("out"));
        FakeExchange json = site.get("/more/", "Accept", "application/json");
        assertEquals("application/json", json.header("Content-Type"));
        assertTrue(json.responseText().contains("{\"name\":\"a <b>&\\\".txt\",\"type\":\"file\",\"bytes\":5,"));
        assertEquals("Accept", json.header("Vary"));
        assertEquals("home of first", site.get("/").responseText(), "an index wins");
        assertEquals(404, site.get("/none/").status());
        assertEquals(404, plain().get("/more/").status(), "off unless it is turned on");
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, gzip",
        "'gzip, br', br",
        "'gzip;q=1, br;q=0.5', gzip",
        "'br;q=0, *', zstd",
        "'GZIP', gzip",
        "'identity, gzip;q=0.5', ''",
        "'*;q=0, gzip', gzip",
        "'gzip;q=x', ''",
        "'', ''",
        "deflate, ''",
        "'gzip;q=0', ''"
    })
    void theBestCodingIsChosenByQuality(String field, String expected) {
        String chosen = ContentCoding.accepted(field, List.of(ContentCoding.values())).stream()
                .findFirst()
                .map(ContentCoding::token)
                .orElse("");
        assertEquals(expected, chosen);
    }

    /** Read where it stands, as by somebody who takes it apart first. */
    @Test
    void acceptEncodingIsUnderstoodAsWritten() {
        Random random = new Random(5);
        String[] pieces = {
            "gzip",
            "br",
            "zstd",
            "*",
            "identity",
            "GZip",
            "gzipx",
            ",",
            ",",
            ";",
            ";q=",
            "q=",
            "0",
            "1",
            "0.5",
            "1.000",
            "0.0001",
            "1.1",
            ".",
            " ",
            "\t",
            "=",
            "x"
        };
        List<ContentCoding> offers = List.of(ContentCoding.values());
        int chosen = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder field = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                field.append(pieces[random.nextInt(pieces.length)]);
            }
            ContentCoding expected = best(field.toString());
            assertEquals(expected, ContentCoding.best(field.toString(), offers), () -> "'" + field + "'");
            List<ContentCoding> accepted = ContentCoding.accepted(field.toString(), offers);
            assertEquals(expected, accepted.isEmpty() ? null : accepted.getFirst(), () -> "'" + field + "'");
            chosen += expected == null ? 0 : 1;
        }
        assertTrue(chosen > 1000, chosen + " fields chose a coding");
    }

    private static @Nullable ContentCoding best(String field) {
        Map<String, Integer> weights = new HashMap<>();
        for (String element : field.split(",", -1)) {
            String[] parts = element.split(";", -1);
            String quality = parts.length < 2 ? "q=1" : parts[1].strip().toLowerCase(Locale.ROOT);
            boolean fits = parts.length <= 2 && quality.matches("q=(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)");
            weights.putIfAbsent(
                    parts[0].strip().toLowerCase(Locale.ROOT),
                    fits ? (int) Math.round(Double.parseDouble(quality.substring(2)) * 1000) : 0);
        }
        ContentCoding best = null;
        int most = 0;
        for (ContentCoding coding : ContentCoding.values()) {
            int weight = weights.getOrDefault(coding.token(), weights.getOrDefault("*", 0));
            if (weight > most && weight >= weights.getOrDefault("identity", 1)) {
                best = coding;
                most = weight;
            }
        }
        return best;
    }

    @Test
    void aDocumentIsCompressedUnlessAFileBesideItHasDoneThat() throws Exception {
        String text = "line\n".repeat(1000);
        first.file("page.html", text).file("page.html.br", "brotli bytes").file("small.txt", "s");
        first.file("picture.png", new byte[5000]);
        SiteFixture site = with(
                List.of("index.html"),
                List.of(),
                false,
                new CompressionRules(List.of(ContentCoding.BROTLI), true, 256, 1 << 20));
        FakeExchange plain = site.get("/page.html");
        assertEquals(text, plain.responseText());
        assertEquals("Accept-Encoding", plain.header("Vary"));
        assertNull(plain.header("Content-Encoding"));
        FakeExchange gzip = site.get("/page.html", "Accept-Encoding", "gzip");
        assertEquals("gzip", gzip.header("Content-Encoding"));
        assertEquals("Accept-Encoding", gzip.header("Vary"));
        assertEquals("text/html; charset=utf-8", gzip.header("Content-Type"));
        assertEquals(text, unzipped(gzip.responseBody()));
        assertNotEquals(plain.header("ETag"), gzip.header("ETag"));
        FakeExchange brotli = site.get("/page.html", "Accept-Encoding", "gzip, br");
        assertEquals("br", brotli.header("Content-Encoding"));
        assertEquals("brotli bytes", brotli.responseText());
        assertEquals("text/html; charset=utf-8", brotli.header("Content-Type"));
        assertNull(site.get("/small.txt", "Accept-Encoding", "gzip").header("Content-Encoding"));
        assertNull(site.get("/picture.png", "Accept-Encoding", "gzip").header("Vary"));
        assertEquals(404, site.get("/none.html", "Accept-Encoding", "gzip").status());
    }

    /** The document is chosen first, its coding second. */
    @Test
    void aDocumentThatComesInNoCodingIsNotPassedOverForAnotherThatDoes() throws Exception {
        first.file("app.html", "the app\n".repeat(1000)).file("small.txt", "small");
        first.file("more/start.htm", "start\n".repeat(1000)).file("more/index.html", "index");
        SiteFixture site = with(
                List.of("index.html", "start.htm"),
                List.of("/app.html"),
                false,
                new CompressionRules(List.of(), true, 256, 1 << 20));
        assertEquals("small", site.get("/small.txt", "Accept-Encoding", "gzip").responseText());
        assertEquals("index", site.get("/more/", "Accept-Encoding", "gzip").responseText());
        FakeExchange app = site.get("/a/route", "Accept-Encoding", "gzip");
        assertEquals("gzip", app.header("Content-Encoding"));
        assertEquals("Accept-Encoding", app.header("Vary"));
        assertEquals("the app\n".repeat(1000), unzipped(app.responseBody()));
        assertEquals("Accept-Encoding", site.get("/a/route").header("Vary"));
    }

    /** A multipart answer has no place that says of which coding its parts are. */
    @Test
    void severalRangesAreOfTheBytesAsTheyAre() throws Exception {
        first.file("page.html", "0123456789".repeat(100));
        SiteFixture site =
                with(List.of("index.html"), List.of(), false, new CompressionRules(List.of(), true, 256, 1 << 20));
        FakeExchange parts = site.get("/page.html", "Accept-Encoding", "gzip", "Range", "bytes=0-1,500-502");
        assertEquals(206, parts.status());
        assertNull(parts.header("Content-Encoding"));
        assertEquals("Accept-Encoding", parts.header("Vary"));
        assertTrue(parts.responseText().contains("bytes 500-502/1000\r\n\r\n012\r\n"));
    }

    @Test
    void conditionsAndRangesAreAboutTheCodedBytes() throws Exception {
        first.file("page.html", "line\n".repeat(1000));
        SiteFixture site =
                with(List.of("index.html"), List.of(), false, new CompressionRules(List.of(), true, 256, 1 << 20));
        FakeExchange whole = site.get("/page.html", "Accept-Encoding", "gzip");
        String tag = String.valueOf(whole.header("ETag"));
        FakeExchange same = site.get("/page.html", "Accept-Encoding", "gzip", "If-None-Match", tag);
        assertEquals(304, same.status());
        assertEquals(tag, same.header("ETag"));
        assertEquals("Accept-Encoding", same.header("Vary"));
        assertNull(same.header("Content-Encoding"));
        assertEquals(200, site.get("/page.html", "If-None-Match", tag).status(), "the plain bytes have another tag");
        FakeExchange part = site.get("/page.html", "Accept-Encoding", "gzip", "Range", "bytes=2-5", "If-Range", tag);
        assertEquals(206, part.status());
        assertEquals("gzip", part.header("Content-Encoding"));
        assertEquals("bytes 2-5/" + whole.responseBody().length, part.header("Content-Range"));
    }

    /** A copy or a checkout writes files in any order. */
    @ParameterizedTest
    @CsvSource({"0", "1", "9999", "10000", "9999999"})
    void aFileBesideIsUsedWhateverItsTime(long millis) throws Exception {
        first.file("page.html", "text\n".repeat(100)).file("page.html.gz", "gzip bytes");
        Files.setLastModifiedTime(first.directory().resolve("page.html"), FileTime.fromMillis(10_000));
        Files.setLastModifiedTime(first.directory().resolve("page.html.gz"), FileTime.fromMillis(millis));
        FakeExchange answer = precompressed().get("/page.html", "Accept-Encoding", "gzip");
        assertEquals("gzip", answer.header("Content-Encoding"));
        assertEquals("gzip bytes", answer.responseText());
    }

    @Test
    void aCodedFormIsOfTheRootThatHasTheDocument() throws Exception {
        second.file("both.txt.gz", "gzip of second").file("more/only.txt.gz", "gzip of only");
        SiteFixture site = precompressed();
        FakeExchange answer = site.get("/both.txt", "Accept-Encoding", "gzip");
        assertNull(answer.header("Content-Encoding"));
        assertEquals("first", answer.responseText());
        assertEquals(
                "gzip of only",
                site.get("/more/only.txt", "Accept-Encoding", "gzip").responseText());
    }

    private SiteFixture precompressed() throws Exception {
        return with(
                List.of("index.html"),
                List.of(),
                false,
                new CompressionRules(List.of(ContentCoding.GZIP), false, 0, 1 << 20));
    }

    @Test
    void aSiteHasMediaTypesOfItsOwn() throws Exception {
        first.file("a.MJS", "export {}").file("b.foo", "x").file("c.txt", "caf\u00e9");
        SiteContent content = new SiteContent(
                List.of(first.directory()),
                List.of("index.html"),
                List.of(),
                false,
                new CompressionRules(List.of(), true, 0, 1 << 20),
                Map.of(
                        "mjs", "application/javascript",
                        "foo", "application/x-foo",
                        "txt", "text/plain; charset=iso-8859-15",
                        "html", "application/xhtml+xml"));
        var own = named("main", List.of(), content);
        SiteFixture site = new SiteFixture(own);
        assertEquals("application/javascript", site.get("/a.MJS").header("Content-Type"));
        assertEquals("application/x-foo", site.get("/b.foo").header("Content-Type"));
        assertEquals("text/plain; charset=iso-8859-15", site.get("/c.txt").header("Content-Type"));
        assertEquals("application/xhtml+xml", site.get("/").header("Content-Type"));
        assertEquals(
                "application/xhtml+xml",
                site.get("/index.html", "Accept-Encoding", "gzip").header("Content-Type"));
        FakeExchange parts = site.get("/index.html", "Range", "bytes=0-0,200-,5-5");
        assertEquals(206, parts.status());
        byte[] hot = new SiteHeaderBuilder(List.of(own), "n1")
                .fields(
                        DocumentPath.parse("/main/picture.foo"),
                        new Representation("application/octet-stream", 1, "\"t\"", Instant.EPOCH))
                .ok();
        assertTrue(new String(hot, StandardCharsets.US_ASCII).contains("Content-Type: application/x-foo\r\n"));
        for (Map<String, String> wrong :
                List.of(Map.of(".x", "text/plain"), Map.of("X", "text/plain"), Map.of("x", "plain"))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new SiteContent(List.of(), List.of(), List.of(), false, CompressionRules.none(), wrong));
        }
    }

    /** Whatever a listing shows can be fetched, and what cannot be fetched is not shown. */
    @Test
    void everyLinkOfAListingLeadsSomewhere() throws Exception {
        List<String> names = List.of(
                "2024\uff0f04.txt",
                "a\uff3cb.txt",
                "\u2026intro.txt",
                "\uff0ehidden.txt",
                "c\u2105o.txt",
                "100% sure.txt",
                "50%25.txt",
                "q?.txt",
                "hash#.txt",
                "quote'\".txt",
                "<b>.txt",
                "e\u0301.txt",
                "\ud83d\ude42.txt",
                "back\\slash.txt",
                "trailing.",
                " space ",
                "col:on.txt",
                "am&p.txt",
                "~tilde");
        for (String name : names) {
            first.file("list/" + name, name);
        }
        first.file("list/line\nbreak", "x").file("list/bell\u0007", "x");
        Files.write(Path.of(URI.create(first.directory().toUri() + "list/latin%E9.txt")), new byte[1]);
        SiteFixture site = with(List.of("index.html"), List.of(), true, CompressionRules.none());
        String page = site.get("/list/", "Accept", "text/html").responseText();
        Matcher link = Pattern.compile("href=\"\\.(/[^\"]+)\"").matcher(page);
        List<String> found = new ArrayList<>();
        while (link.find()) {
            FakeExchange answer = site.get("/list" + link.group(1).replace("&amp;", "&"));
            assertEquals(200, answer.status(), link.group(1));
            found.add(answer.responseText());
        }
        assertEquals(names.stream().sorted().toList(), found.stream().sorted().toList());
    }

    @Test
    void aNameThatNoFileSystemHasRoomForIsNotFoundAndFallsBack() throws Exception {
        first.file("app.html", "the app");
        SiteFixture site =
                with(List.of("index.html"), List.of(), true, new CompressionRules(List.of(), true, 0, 1 << 20));
        SiteFixture falling =
                with(List.of("index.html", "start.htm"), List.of("/app.html"), false, CompressionRules.none());
        for (String path : List.of(
                "/" + "a".repeat(255),
                "/" + "a".repeat(256),
                "/" + "%E3%81%82".repeat(100),
                "/" + "%F0%9F%99%82".repeat(64),
                ("/" + "b".repeat(199)).repeat(22),
                ("/" + "b".repeat(199)).repeat(22) + "/",
                "/both.txt/" + "a".repeat(256),
                "/" + "a".repeat(253) + ".html")) {
            assertEquals(404, site.get(path, "Accept-Encoding", "gzip").status(), path);
            assertEquals("the app", falling.get(path).responseText(), path);
        }
    }

    /** A file of 10 GB, which has no bytes on disk: reading it, or keeping it in memory, would be noticed. */
    @Test
    void aRangeOfAVeryLargeFileIsAWindowOnIt() throws Exception {
        Path large = first.directory().resolve("large.bin");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(10L << 30);
            file.seek((10L << 30) - 4);
            file.write("last".getBytes(StandardCharsets.US_ASCII));
        }
        SiteFixture site =
                with(List.of("index.html"), List.of(), false, new CompressionRules(List.of(), true, 0, 1 << 20));
        FakeExchange part = site.get("/large.bin", "Range", "bytes=-4", "Accept-Encoding", "gzip");
        assertEquals(206, part.status());
        assertEquals("last", part.responseText());
        assertEquals("bytes 10737418236-10737418239/10737418240", part.header("Content-Range"));
    }

    private static String unzipped(byte[] bytes) throws Exception {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
