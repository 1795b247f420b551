package io.gosling.replication.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.document.FileStamp;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkUse;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.PageRewritability;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import io.gosling.replication.site.SiteScanner.Scanned;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A directory is read, changed and read again. */
class SiteScannerTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path site = Path.of("");

    @TempDir
    private Path state = Path.of("");

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

    private LinkGraphFile file() throws IOException {
        return file(LinkGraphLimits.defaults());
    }

    private LinkGraphFile file(LinkGraphLimits limits) throws IOException {
        return new LinkGraphFile(state.resolve("graph"), site.toRealPath(), limits);
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

    @Test
    void aRestartParsesOnlyWhatChangedMeanwhile() throws IOException {
        write(
                "odd.html",
                "<meta charset=windows-1252><base href=/a/><form><script>1</script><canvas></canvas>"
                        + "<a href='b.html' download>");
        LinkGraph first = scan(LinkGraph.empty()).graph();
        file().write(first);
        write("a/b.html", "<p>");
        LinkGraphFile.Remembered remembered = file().read();
        assertEquals("", remembered.complaint());
        assertEquals(List.copyOf(first.files()), List.copyOf(remembered.graph().files()));
        assertEquals(1, scan(remembered.graph()).parsed());
        try (var left = Files.list(state)) {
            assertEquals(1, left.count(), "nothing is left beside the file");
        }
    }

    @Test
    void aFileThatIsNotThereIsNoComplaintAndOneOfAnotherSiteIsNotUsed() throws IOException {
        assertEquals("", file().read().complaint());
        file().write(scan(LinkGraph.empty()).graph());
        LinkGraphFile.Remembered other =
                new LinkGraphFile(state.resolve("graph"), Path.of("/elsewhere"), LinkGraphLimits.defaults()).read();
        assertEquals(List.of(), paths(other.graph()));
        assertTrue(other.complaint().contains("another directory"), other.complaint());
    }

    static List<List<Link>> impossible() {
        return List.of(
                List.of(at(-1, 2)),
                List.of(at(0, 0)),
                List.of(at(0, -1)),
                List.of(at(0, 101)),
                List.of(at(101, 1)),
                List.of(at(Integer.MAX_VALUE, Integer.MAX_VALUE)),
                List.of(at(10, 5), at(14, 5)),
                List.of(at(20, 5), at(10, 5)));
    }

    private static Link at(int offset, int length) {
        return new Link("x", LinkKind.ASSET, new LinkUse(RequestDestination.IMAGE, true, Set.of()), offset, length);
    }

    private static LinkGraph graph(List<Link> links, int baseAt, int charsetEnd) {
        PageRewritability shape = new PageRewritability(baseAt, charsetEnd, false, false, List.of(), false);
        PageLinks page = new PageLinks(links, StandardCharsets.UTF_8, true, shape);
        return LinkGraph.of(
                List.of(new SiteFile("/p.html", "text/html", new FileStamp(100, 1, ""), Reading.READ, page)));
    }

    private void assertNotUsed(LinkGraph graph) throws IOException {
        file().write(graph);
        LinkGraphFile.Remembered read = file().read();
        assertTrue(read.graph().files().isEmpty() && read.complaint().contains("out of bounds"), read::complaint);
    }

    /** Its checksum is right: whoever wrote it meant it. */
    @ParameterizedTest
    @MethodSource("impossible")
    void aLinkThatIsNotWithinItsFileIsNotBelieved(List<Link> links) throws IOException {
        assertNotUsed(graph(links, 0, 0));
    }

    @Test
    void neitherIsAnotherPlaceThatIsNotWithinItsFile() throws IOException {
        assertNotUsed(graph(List.of(), 101, 0));
        assertNotUsed(graph(List.of(), -2, 0));
        assertNotUsed(graph(List.of(), 0, 101));
        assertNotUsed(graph(List.of(), 0, -1));
        file().write(graph(List.of(at(0, 10), at(10, 90)), 100, 100));
        assertEquals("", file().read().complaint());
    }

    @Test
    void aFileWithMoreThanTheLimitsAllowIsNotUsed() throws IOException {
        file().write(scan(LinkGraph.empty()).graph());
        assertEquals("", file(new LinkGraphLimits(4, 4, 1 << 10)).read().complaint());
        for (LinkGraphLimits less : List.of(new LinkGraphLimits(3, 4, 1 << 10), new LinkGraphLimits(4, 3, 1 << 10))) {
            String complaint = file(less).read().complaint();
            assertTrue(complaint.contains("out of bounds"), complaint);
        }
        write("long.html", "<meta http-equiv=Content-Security-Policy content='" + "x".repeat(4_000) + "'>");
        file().write(scan(LinkGraph.empty()).graph());
        assertEquals("", file().read().complaint());
        String complaint = file(new LinkGraphLimits(10, 10, 1 << 10)).read().complaint();
        assertTrue(complaint.contains("length of a text"), complaint);
    }

    @Test
    void aFileLongerThanAnyGraphIsNotRead() throws IOException {
        file().write(scan(LinkGraph.empty()).graph());
        try (FileChannel channel = FileChannel.open(state.resolve("graph"), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), 1L << 30);
        }
        String complaint = file().read().complaint();
        assertTrue(complaint.contains("longer than"), complaint);
    }

    /** Torn at every length and damaged at every byte: it is either as it was written, or not used. */
    @Test
    void aTornOrDamagedFileIsNotUsed() throws IOException {
        file().write(scan(LinkGraph.empty()).graph());
        Path path = state.resolve("graph");
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            LinkGraphFile.Remembered torn = file().read();
            assertTrue(torn.graph().files().isEmpty() && !torn.complaint().isEmpty(), "torn at " + length);
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x41;
            Files.write(path, damaged);
            LinkGraphFile.Remembered read = file().read();
            assertTrue(read.graph().files().isEmpty() && !read.complaint().isEmpty(), "damaged at " + at);
        }
    }
}
