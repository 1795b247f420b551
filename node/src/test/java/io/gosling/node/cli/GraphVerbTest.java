package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gosling graph} on a small site. */
class GraphVerbTest {
    @TempDir
    private Path site = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return GoslingCommand.create()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    @BeforeEach
    void makeASite() throws IOException {
        Files.writeString(
                site.resolve("index.html"),
                "<img src=i.png><a href=b.html><a href=gone.html><link rel=canonical href=/>");
        Files.writeString(site.resolve("b.html"), "<img src=i.png?token=1>");
        Files.writeString(site.resolve("lost.html"), "");
        Files.writeString(site.resolve("i.png"), "12345");
    }

    @Test
    void itNamesEntriesOrphansAndBrokenLinks() {
        assertEquals(0, run("graph", site.toString()), err::toString);
        assertEquals("""
                4 files (103 bytes), 3 pages, 5 links; 3 read now (98 bytes)
                entry points: 1
                  /index.html
                orphans, which no entry point leads to: 1
                  /lost.html
                broken links: 1
                  /index.html at byte 38: gone.html (/gone.html)
                """, out.toString());
    }

    @Test
    void lintSaysWhatWouldBeLeftAloneAndWhy() {
        assertEquals(0, run("graph", "--lint", site.toString()));
        assertTrue(out.toString().startsWith("1 links may be chosen\n"), out::toString);
        assertTrue(out.toString().contains("1 unchanged: leads to another page; only --documents"), out::toString);
        assertTrue(out.toString().contains("1 unchanged: has a query that may be signed"), out::toString);
        assertTrue(out.toString().contains("  /b.html at byte 9: i.png?token=1\n"), out::toString);
        assertEquals(0, run("graph", "--lint", "--documents", site.toString()));
        assertTrue(out.toString().startsWith("2 links may be chosen\n"), out::toString);
        assertEquals(0, run("graph", "--lint", "--policy", "img-src 'self'", site.toString()));
        assertTrue(out.toString().contains("1 unchanged: would be refused by the page's content"), out::toString);
        assertEquals(
                0, run("graph", "--lint", "--policy", "img-src http://b:1", "--co-op", "http://b:1", site.toString()));
        assertTrue(out.toString().startsWith("1 links may be chosen\n"), out::toString);
    }

    @Test
    void entryPointsCanBeNamed() {
        assertEquals(0, run("graph", site.toString(), "--entry", "/", "--entry", "/lost.html"));
        assertTrue(out.toString().contains("entry points: 2\n"), out::toString);
        assertEquals(ExitCode.NOT_FOUND.status(), run("graph", site.toString(), "--entry", "/", "--entry", "/none"));
        assertTrue(out.toString().contains("entry points that are not there: 1\n  /none\n"), out::toString);
        assertEquals("gosling: --entry: value \"/none\"; expected the path of a file of the site\n", err.toString());
    }

    @Test
    void aKindIsNamedInPartOrAsAWhole() throws IOException {
        for (int i = 0; i < 25; i++) {
            Files.writeString(site.resolve("lost" + i + ".html"), "<a href=" + i + ".html>");
        }
        assertEquals(0, run("graph", site.toString()));
        assertTrue(out.toString().contains("\n  ... and 6 more; --all names them\n"), out::toString);
        assertEquals(0, run("graph", "--lint", site.toString()));
        assertTrue(out.toString().contains("\n  ... and 6 more; --all names them\n"), out::toString);
        for (String form : new String[] {"--lint", "--entry=/"}) {
            assertEquals(0, run("graph", "--all", form, site.toString()));
            assertTrue(out.toString().contains("  /lost24.html at byte 8: 24.html"), out::toString);
            assertFalse(out.toString().contains("..."), out::toString);
        }
    }

    @Test
    void whatOnlyLintGoesByIsRefusedWithoutIt() {
        assertEquals(ExitCode.USAGE.status(), run("graph", "--documents", site.toString()));
        assertTrue(err.toString().contains("--documents: given without --lint, which alone goes by it"), err::toString);
        assertEquals(ExitCode.USAGE.status(), run("graph", "--co-op", "http://b:1", site.toString()));
    }

    @Test
    void whatIsWrongOnTheCommandLineIsSaid() {
        assertEquals(ExitCode.NOT_FOUND.status(), run("graph", "/nonexistent"));
        assertEquals(ExitCode.USAGE.status(), run("graph", "--entry", "b.html", site.toString()));
        assertTrue(err.toString().startsWith("gosling: --entry: "), err::toString);
        assertEquals(ExitCode.USAGE.status(), run("graph", "--lint", "--co-op", "web2", site.toString()));
        assertTrue(err.toString().contains("expected an origin such as http://web2:8080"), err::toString);
    }
}
