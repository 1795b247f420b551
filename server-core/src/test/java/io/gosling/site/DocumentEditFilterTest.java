package io.gosling.site;

import static io.gosling.site.SiteFixture.access;
import static io.gosling.site.SiteFixture.site;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.AtomicFileWriter;
import io.gosling.document.DocumentPath;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressAccessList;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.PathPattern;
import io.gosling.testing.FakeExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentEditFilterTest {
    private final io.gosling.testing.Site files =
            io.gosling.testing.Site.empty().file("wiki/page.txt", "old").file("index.html", "home");
    private SiteFixture site;

    @BeforeEach
    void open() throws Exception {
        AccessRule rule = new AccessRule(
                PathPattern.parse("/wiki/**"),
                new AddressAccessList(List.of(AddressBlock.parse("127.0.0.1")), List.of()),
                null,
                "wiki",
                true);
        site = new SiteFixture(site(files.directory(), access(rule)));
    }

    @AfterEach
    void delete() {
        files.close();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> names = Files.list(files.directory().resolve("wiki"))) {
            return names.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aDocumentIsMadeReplacedAndDeleted() throws Exception {
        FakeExchange made = site.put("/wiki/new.txt", "one");
        assertEquals(201, made.status());
        assertEquals("/wiki/new.txt", made.header("Location"));
        assertEquals("one", site.get("/wiki/new.txt").responseText());
        FakeExchange replaced = site.put("/wiki/new.txt", "two");
        assertEquals(204, replaced.status());
        assertEquals(site.get("/wiki/new.txt").header("ETag"), replaced.header("ETag"));
        assertEquals("two", site.get("/wiki/new.txt").responseText());
        assertEquals(204, site.ask("DELETE", "/wiki/new.txt").status());
        assertEquals(404, site.get("/wiki/new.txt").status());
        assertEquals(404, site.ask("DELETE", "/wiki/new.txt").status());
        assertEquals(List.of("page.txt"), names());
        assertEquals(List.of("/main/wiki/new.txt", "/main/wiki/new.txt", "/main/wiki/new.txt"), site.changed);
    }

    @Test
    void anIndexIsTheDirectorysDocumentToo() throws Exception {
        assertEquals(201, site.put("/wiki/index.html", "start").status());
        assertEquals(List.of("/main/wiki/index.html", "/main/wiki/"), site.changed);
        assertEquals(415, site.put("/wiki/x", "x", "Content-Encoding", "gzip").status());
        assertEquals(
                400, site.put("/wiki/x", "x", "Content-Range", "bytes 0-0/1").status());
    }

    @Test
    void whatMayBeDoneIsSaid() throws Exception {
        assertEquals(
                "GET, HEAD, OPTIONS, PUT, DELETE",
                site.ask("OPTIONS", "/wiki/page.txt").header("Allow"));
        FakeExchange post = site.ask("POST", "/wiki/page.txt");
        assertEquals(405, post.status());
        assertEquals("GET, HEAD, OPTIONS, PUT, DELETE", post.header("Allow"));
        assertEquals("GET, HEAD, OPTIONS", site.ask("OPTIONS", "/index.html").header("Allow"));
    }

    @Test
    void aConditionThatDoesNotHoldChangesNothing() throws Exception {
        String tag = String.valueOf(site.get("/wiki/page.txt").header("ETag"));
        assertEquals(
                412, site.put("/wiki/page.txt", "x", "If-Match", "\"other\"").status());
        assertEquals(412, site.put("/wiki/page.txt", "x", "If-None-Match", "*").status());
        assertEquals(412, site.put("/wiki/new.txt", "x", "If-Match", "*").status());
        assertEquals(
                412,
                site.ask("DELETE", "/wiki/page.txt", "If-Match", "\"other\"").status());
        assertEquals("old", site.get("/wiki/page.txt").responseText());
        assertEquals(204, site.put("/wiki/page.txt", "mine", "If-Match", tag).status());
        assertEquals(412, site.put("/wiki/page.txt", "lost", "If-Match", tag).status());
        assertEquals("mine", site.get("/wiki/page.txt").responseText());
        assertEquals(201, site.put("/wiki/new.txt", "x", "If-None-Match", "*").status());
    }

    /** Each coding is a form of the document, and its tag stands for the document's state. */
    @Test
    void theTagOfACodedFormIsOneOfTheDocument() throws Exception {
        SiteFixture coded = compressed(List.of(ContentCoding.BROTLI));
        String text = "old text\n".repeat(300);
        assertEquals(204, coded.put("/wiki/page.txt", text).status());
        String gzip = tag(coded, "gzip");
        String plain = tag(coded, "identity");
        files.file("wiki/page.txt.br", "brotli bytes");
        String brotli = tag(coded, "br");
        assertEquals(3, Stream.of(gzip, plain, brotli).distinct().count());
        assertEquals(
                412, coded.put("/wiki/page.txt", "x", "If-None-Match", gzip).status());
        assertEquals(
                412,
                coded.ask("DELETE", "/wiki/page.txt", "If-None-Match", brotli).status());
        assertEquals(
                204, coded.put("/wiki/page.txt", text + "1", "If-Match", brotli).status());
        for (String former : List.of(gzip, plain, brotli)) {
            assertEquals(
                    412, coded.put("/wiki/page.txt", "late", "If-Match", former).status(), former);
        }
        assertEquals(
                204,
                coded.put("/wiki/page.txt", text + "2", "If-Match", "\"other\", " + tag(coded, "gzip"))
                        .status());
        assertEquals(
                412,
                coded.put("/wiki/page.txt", "x", "If-Match", "W/" + tag(coded, "gzip"))
                        .status());
        assertEquals(
                204,
                coded.ask("DELETE", "/wiki/page.txt", "If-Match", tag(coded, "gzip"))
                        .status());
    }

    @Test
    void whatIsWrittenIsSentToClientsOfACodingToo() throws Exception {
        files.file("wiki/page.txt.br", "brotli of old");
        SiteFixture coded = compressed(List.of(ContentCoding.BROTLI));
        assertEquals(
                "brotli of old",
                coded.get("/wiki/page.txt", "Accept-Encoding", "br").responseText());
        assertEquals(204, coded.put("/wiki/page.txt", "new").status());
        assertEquals("new", coded.get("/wiki/page.txt", "Accept-Encoding", "br").responseText());
        assertEquals(List.of("page.txt"), names());
    }

    @Test
    void aNameThatNoFileSystemHasRoomForIsRefused() throws Exception {
        assertEquals(403, site.put("/wiki/" + "a".repeat(300), "x").status());
        assertEquals(403, site.put("/wiki/" + "%E3%81%82".repeat(100), "x").status());
        assertEquals(List.of("page.txt"), names());
    }

    private SiteFixture compressed(List<ContentCoding> precompressed) throws Exception {
        SiteContent content = new SiteContent(
                List.of(files.directory()),
                List.of("index.html"),
                List.of(),
                false,
                new CompressionRules(precompressed, true, 100, 1 << 20),
                Map.of());
        AccessRule rule = new AccessRule(
                PathPattern.parse("/**"),
                new AddressAccessList(List.of(AddressBlock.parse("127.0.0.1")), List.of()),
                null,
                "wiki",
                true);
        return new SiteFixture(new Site("main", List.of(), content, access(rule)));
    }

    private static String tag(SiteFixture site, String coding) throws Exception {
        return String.valueOf(
                site.get("/wiki/page.txt", "Accept-Encoding", coding).header("ETag"));
    }

    @ParameterizedTest
    @CsvSource({
        "/index.html, 405",
        "/other.txt, 405",
        "/wiki/../index.html, 405",
        "/wiki/.htaccess, 403",
        "/wiki/, 403",
        "/wiki, 403",
        "/wiki/none/x.txt, 409",
        "/wiki/out/x.txt, 409",
        "/wiki/link.txt, 403"
    })
    void nothingIsWrittenOutsideOfWhatMayBeEdited(String path, int status) throws Exception {
        Path outside = Files.createTempDirectory("outside").toRealPath();
        files.link("wiki/out", outside).link("wiki/link.txt", outside.resolve("target"));
        try {
            assertEquals(status, site.put(path, "x").status());
            assertEquals("home", site.get("/").responseText());
            try (Stream<Path> left = Files.list(outside)) {
                assertEquals(0, left.count());
            }
        } finally {
            Files.delete(outside);
        }
    }

    @Test
    void whoIsNotLetInWritesNothing() throws Exception {
        assertEquals(403, site.getFrom("10.0.0.1", "/wiki/page.txt").status());
        assertEquals(
                400,
                site.put("/wiki/page.txt", "x", "Content-Range", "bytes 0-0/1").status());
    }

    @Test
    void anUploadThatBreaksOffLeavesTheOldBytesAndNoRest() throws Exception {
        InputStream broken = new InputStream() {
            private int left = 100_000;

            @Override
            public int read() throws IOException {
                if (left-- > 0) {
                    return 'x';
                }
                throw new IOException("the client left");
            }
        };
        AtomicFileWriter edits = AtomicFileWriter.in(files.directory());
        DocumentPath path = DocumentPath.parse("/wiki/page.txt");
        assertThrows(IOException.class, () -> edits.write(path, broken, () -> true));
        assertEquals("old", site.get("/wiki/page.txt").responseText());
        assertEquals(List.of("page.txt"), names());
    }

    @Test
    void theFileKeepsItsPermissionsAndReadersTheirBytes() throws Exception {
        Path file = files.directory().resolve("wiki/page.txt");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        try (InputStream reader = Files.newInputStream(file)) {
            assertEquals(204, site.put("/wiki/page.txt", "new").status());
            assertEquals("old", new String(reader.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        }
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void twoWhoChangeTheSameFileAtTheSameMomentDoNotBothWin() throws Exception {
        AtomicFileWriter edits = AtomicFileWriter.in(files.directory());
        DocumentPath path = DocumentPath.parse("/wiki/page.txt");
        AtomicFileWriter.Outcome[] inner = new AtomicFileWriter.Outcome[1];
        AtomicFileWriter.Outcome outer = edits.write(path, new ByteArrayInputStream(new byte[] {'a'}), () -> {
            inner[0] = edits.write(path, new ByteArrayInputStream(new byte[] {'b'}), () -> true);
            return true;
        });
        assertEquals(AtomicFileWriter.Outcome.REPLACED, outer);
        assertEquals(AtomicFileWriter.Outcome.CONFLICT, inner[0]);
        assertEquals("a", site.get("/wiki/page.txt").responseText());
        assertTrue(names().size() == 1 && !names().getFirst().startsWith("."));
    }
}
