package io.gosling.replication.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import io.gosling.replication.site.SiteScanner.Scanned;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory is read, changed and read again. */
class SiteScannerTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path site = Path.of("");

    private final List<ScanProgress> told = new ArrayList<>();

    @BeforeEach
    void makeASite() throws IOException {
        write("index.html", "<a href=a/b.html><img src=i.png>");
        write("a/b.html", "<a href=/>");
        write("s.css", "@import 'a/t.css';");
        write("i.png", "no image");
        write(".hidden.html", "<a href=x>");
    }

    private void write(String name, String text) throws IOException {
        Path file = site.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
        Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
    }

    private Scanned scan(LinkGraph before) throws IOException {
        return scan(before, LinkGraphLimits.defaults());
    }

    private Scanned scan(LinkGraph before, LinkGraphLimits limits) throws IOException {
        return new SiteScanner(DocumentRoot.at(site), limits, told::add).scan(before);
    }

    private static List<String> paths(LinkGraph graph) {
        return graph.files().stream().map(SiteFile::path).toList();
    }

    @Test
    void theGraphHasWhatIsServedAndNothingElse() throws IOException {
        Scanned scanned = scan(LinkGraph.empty());
        assertEquals(List.of("/a/b.html", "/i.png", "/index.html", "/s.css"), paths(scanned.graph()));
        assertEquals(4, scanned.graph().linkCount());
        assertEquals(3, scanned.parsed());
        assertEquals(new ScanProgress(4, 4, 3), told.getLast());
    }

    @Test
    void onlyWhatChangedIsParsedAgain() throws IOException {
        LinkGraph first = scan(LinkGraph.empty()).graph();
        assertEquals(0, scan(first).parsed());
        write("a/b.html", "<a href=/><a href=/s.css>");
        write("new.html", "");
        Files.delete(site.resolve("i.png"));
        Scanned second = scan(first);
        assertEquals(2, second.parsed());
        assertEquals(List.of("/a/b.html", "/index.html", "/new.html", "/s.css"), paths(second.graph()));
        assertEquals(2, second.graph().file("/a/b.html").orElseThrow().linkCount());
        assertSame(
                first.file("/index.html").orElseThrow(),
                second.graph().file("/index.html").orElseThrow());
    }

    @Test
    void aLinkToADirectoryAboveItIsNotFollowedAndOneToAnotherIs() throws IOException {
        Files.createSymbolicLink(site.resolve("a/loop"), site.resolve("a"));
        Files.createSymbolicLink(site.resolve("a/up"), site);
        Files.createDirectory(site.resolve("c"));
        Files.createSymbolicLink(site.resolve("c/other"), site.resolve("a"));
        assertEquals(
                List.of("/a/b.html", "/c/other/b.html", "/i.png", "/index.html", "/s.css"),
                paths(scan(LinkGraph.empty()).graph()).stream()
                        .filter(path -> !path.startsWith("/c/other/up/"))
                        .toList());
        assertTrue(paths(scan(LinkGraph.empty()).graph()).size() < 12);
    }

    /** Size and time are those of before: what was read a moment after it was written is compared by its bytes. */
    @Test
    void aChangeWithinTheFileSystemsShortestTimeIsNoticed() throws IOException {
        Path page = site.resolve("now.html");
        FileTime now = FileTime.from(Instant.now());
        Files.writeString(page, "<a href=one>");
        Files.setLastModifiedTime(page, now);
        LinkGraph first = scan(LinkGraph.empty()).graph();
        Files.writeString(page, "<a href=two>");
        Files.setLastModifiedTime(page, now);
        PageLinks second = scan(first).graph().file("/now.html").orElseThrow().links();
        assertNotNull(second);
        assertEquals("two", second.links().getFirst().url());
    }

    @Test
    void whatIsBeyondTheLimitsIsNamedAndServedAsItIs() throws IOException {
        write("long.html", "<a href=x>" + " ".repeat(2000));
        write("other.html", "");
        Files.write(site.resolve("other.html"), "<a href=x>".getBytes(StandardCharsets.UTF_16));
        LinkGraph graph =
                scan(LinkGraph.empty(), new LinkGraphLimits(100, 3, 1 << 10)).graph();
        assertEquals(Reading.TOO_LARGE, graph.file("/long.html").orElseThrow().reading());
        assertEquals(Reading.ENCODING, graph.file("/other.html").orElseThrow().reading());
        assertEquals(3, graph.linkCount());
        assertEquals(Reading.NO_ROOM, graph.file("/a/b.html").orElseThrow().reading());
        LinkGraph roomier = scan(graph).graph();
        assertEquals(5, roomier.linkCount());
        assertTrue(scan(LinkGraph.empty(), new LinkGraphLimits(2, 3, 1 << 10)).leftOut());
        assertFalse(scan(LinkGraph.empty()).leftOut());
    }

    private static List<Reading> readings(LinkGraph graph) {
        return graph.files().stream()
                .filter(file -> file.path().startsWith("/p/"))
                .map(SiteFile::reading)
                .sorted()
                .toList();
    }

    /** An address may be long, and so may a policy. */
    @Test
    void whatIsReadIsBoundedInCharactersToo() throws IOException {
        write("p/1.html", "<a href=" + "x".repeat(1000) + ">");
        write("p/2.html", "<a href=" + "y".repeat(1000) + ">");
        write("p/3.html", "<meta http-equiv=Content-Security-Policy content='" + "z".repeat(1000) + "'>");
        write("p/4.html", "no link");
        LinkGraphLimits narrow = new LinkGraphLimits(100, 100, 1 << 16, 1500);
        List<Reading> one = List.of(Reading.READ, Reading.READ, Reading.NO_ROOM, Reading.NO_ROOM);
        LinkGraph graph = scan(LinkGraph.empty(), narrow).graph();
        assertEquals(one, readings(graph));
        LinkGraph roomier = scan(graph).graph();
        assertEquals(List.of(Reading.READ, Reading.READ, Reading.READ, Reading.READ), readings(roomier));
        assertEquals(one, readings(scan(roomier, narrow).graph()), "what is known takes room as well");
        LinkGraph least =
                scan(LinkGraph.empty(), new LinkGraphLimits(100, 0, 1 << 16)).graph();
        assertEquals(Reading.READ, least.file("/p/4.html").orElseThrow().reading());
    }

    @Test
    void aPolicyOfManyPagesIsHeldOnceAndTakesRoomOnce() throws IOException {
        for (String page : List.of("p/1.html", "p/2.html", "p/3.html")) {
            write(page, "<meta http-equiv=Content-Security-Policy content='" + "z".repeat(1000) + "'>");
        }
        LinkGraphLimits narrow = new LinkGraphLimits(100, 100, 1 << 16, 1500);
        LinkGraph graph = scan(LinkGraph.empty(), narrow).graph();
        assertEquals(List.of(Reading.READ, Reading.READ, Reading.READ), readings(graph));
        assertSame(policy(graph, "/p/1.html"), policy(graph, "/p/2.html"));
        write("p/3.html", "<p><meta http-equiv=Content-Security-Policy content='" + "z".repeat(1000) + "'>");
        LinkGraph second = scan(graph, narrow).graph();
        assertSame(policy(graph, "/p/1.html"), policy(second, "/p/3.html"));
    }

    private static String policy(LinkGraph graph, String path) {
        PageLinks page = Objects.requireNonNull(graph.file(path).orElseThrow().links());
        return page.shape().policies().getFirst();
    }

    @Test
    void dataThatIsWrittenAsAnAddressTakesNoRoom() throws IOException {
        write(
                "index.html",
                "<img src='data:image/png;base64," + "A".repeat(5000) + "'><a href='" + "x".repeat(9000)
                        + "'><a href=y>");
        assertEquals(
                1,
                scan(LinkGraph.empty())
                        .graph()
                        .file("/index.html")
                        .orElseThrow()
                        .linkCount());
    }
}
