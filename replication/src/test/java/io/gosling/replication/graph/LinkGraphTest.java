package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.SiteFile.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A small site, page by page: where its links lead, and what is wrong with it. */
class LinkGraphTest {
    private final List<SiteFile> files = new ArrayList<>();

    private LinkGraphTest page(String path, String html) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        String type = path.endsWith(".css") ? "text/css" : "text/html; charset=utf-8";
        files.add(new SiteFile(path, type, stamp(bytes.length), Reading.READ, PageLinks.of(bytes, type)));
        return this;
    }

    private LinkGraphTest image(String path) {
        files.add(new SiteFile(path, "image/png", stamp(100), Reading.NO_PAGE, null));
        return this;
    }

    private static FileStamp stamp(long size) {
        return new FileStamp(size, 1, "");
    }

    private LinkGraphFindings findings(String... entries) {
        return LinkGraphFindings.of(LinkGraph.of(files), List.of(entries));
    }

    @Test
    void aLinkLeadsToAFileHoweverItsAddressIsWritten() {
        page("/index.html", "<a href='%62.html'><a href=./d/><a href=d><a href=/x/../b.html#part><a href='#top'>");
        page("/b.html", "").page("/d/index.html", "");
        LinkGraph graph = LinkGraph.of(files);
        assertEquals(
                List.of("/b.html", "/d/index.html", "/d/index.html", "/b.html"),
                graph.edges(graph.file("/index.html").orElseThrow()).stream()
                        .map(edge -> edge.file().orElseThrow().path())
                        .toList());
    }

    @Test
    void whatNoChainOfLinksReachesIsAnOrphanEvenWhereOrphansLinkToEachOther() {
        page("/index.html", "<a href=a.html>").page("/a.html", "<link rel=stylesheet href=s.css>");
        page("/s.css", "p { background: url(dot.png) }").image("/dot.png").image("/lost.png");
        page("/x.html", "<a href=y.html>").page("/y.html", "<a href=x.html><a href=index.html>");
        assertEquals(List.of("/lost.png", "/x.html", "/y.html"), findings("/").orphans());
        assertEquals(List.of("/lost.png"), findings("/", "/y.html").orphans());
    }

    @Test
    void aBrokenLinkIsNamedWithItsPageAndItsPlace() {
        page("/d/index.html", "<p><img src=../gone.png><a href=/d/><form action=/search><a href=http://x.example/>");
        LinkGraphFindings findings = findings("/d/");
        assertEquals(1, findings.brokenCount());
        LinkGraphFindings.Broken broken = findings.broken().getFirst();
        assertEquals("/d/index.html", broken.from());
        assertEquals("/gone.png", broken.to());
        assertEquals(12, broken.link().offset());
    }

    @Test
    void entryPointsAreFilesAndOneThatIsNotThereIsNamed() {
        page("/index.html", "").page("/d/index.html", "");
        LinkGraphFindings findings = findings("/", "/d", "/none.html");
        assertEquals(List.of("/index.html", "/d/index.html"), findings.entries());
        assertEquals(List.of("/none.html"), findings.missing());
    }

    @Test
    void linksThatLeadToAFileAreCounted() {
        page("/index.html", "<a href=a.html><a href=a.html>").page("/a.html", "<a href=a.html><a href=/>");
        assertEquals(Map.of("/a.html", 3, "/index.html", 1), findings("/").inward());
    }
}
