package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileContentMetadataTest {
    private final Site site = Site.empty();

    @AfterEach
    void delete() {
        site.close();
    }

    private String type(String name, byte[] bytes) throws IOException {
        site.file(name, bytes);
        return type(DocumentRoot.at(site.directory()), name);
    }

    private static String type(DocumentRoot root, String name) throws IOException {
        LookupResult lookup = root.find(DocumentPath.parse("/" + name));
        try (Document document =
                assertInstanceOf(LookupResult.Found.class, lookup).document()) {
            return document.representation().mediaType();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            new.html | UTF-8 | <!doctype html><title>\u4e2d</title> | text/html; charset=utf-8
            own.html | UTF-8 | <meta charset="utf-8">\u4e2d | text/html; charset=utf-8
            upper.html | UTF-8 | <META CHARSET=UTF8>\u4e2d | text/html; charset=utf-8
            plain.html | US-ASCII | <p>hello | text/html; charset=utf-8
            old.html | ISO-8859-1 | <html><head><meta charset="iso-8859-1">caf\u00e9 | text/html
            ascii.html | US-ASCII | <meta charset=windows-1251>only a declaration | text/html
            gbk.html | GBK | <meta http-equiv=Content-Type content="text/html;charset=gb2312">\u4e2d | text/html
            jp.html | Shift_JIS | <meta charset='Shift_JIS'>\u65e5 | text/html
            none.html | ISO-8859-1 | <p>caf\u00e9 | text/html
            wide.html | UTF-16 | <p>caf\u00e9 | text/html
            notes.txt | ISO-8859-1 | na\u00efve caf\u00e9 | text/plain
            about.txt | UTF-8 | how to write <meta charset="gbk">\u4e2d | text/plain; charset=utf-8
            a.css | ISO-8859-1 | @charset "iso-8859-1"; a::before { content: "\u00e9" } | text/css
            b.css | UTF-8 | a::before { content: "\u00e9" } | text/css; charset=utf-8
            c.csv | UTF-16LE | \u00fc;\u00e9 | text/csv
            d.json | ISO-8859-1 | "\u00e9" | application/json
            """)
    void textIsCalledUtf8WhereItIsThatAndSaysNothingElse(String name, String charset, String text, String type)
            throws IOException {
        assertEquals(type, type(name, text.getBytes(Charset.forName(charset))));
    }

    @Test
    void emptyAndLongTextsAreJudgedByTheirBeginning() throws IOException {
        assertEquals("text/plain; charset=utf-8", type("empty.txt", new byte[0]));
        byte[] text = "\u00e9".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        assertEquals("text/plain; charset=utf-8", type("even.txt", text));
        assertEquals("text/plain", type("odd.txt", Arrays.copyOf(text, 4001)), "it ends within a character");
        byte[] shifted = ("x" + "\u00e9".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        assertEquals("text/plain; charset=utf-8", type("cut.txt", shifted), "the sample ends within a character");
        assertEquals("text/plain", type("large.txt", "\u00e9".repeat(100_000).getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** The digest of small files is remembered by the inode. */
    @Test
    void twoNamesOfOneFileHaveTheirOwnTypes() throws IOException {
        site.file("a.bin", "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        Files.createLink(site.directory().resolve("b.txt"), site.directory().resolve("a.bin"));
        // Its clock is so late that every file has stood still for long.
        DocumentRoot root = new DocumentRoot(
                new FileResolver(
                        site.directory(), new FileNameRules(false), FileSystemOperations.system(), Ticker.system()),
                DocumentRoot.Settings.defaults(),
                EntityTagCache.ofSmallFiles(),
                () -> java.time.Instant.parse("2200-01-01T00:00:00Z"));
        for (int i = 0; i < 2; i++) {
            assertEquals("application/octet-stream", type(root, "a.bin"));
            assertEquals("text/plain", type(root, "b.txt"));
        }
    }
}
