package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.SiteFile.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A small site, page by page: where its links lead, and what is wrong with it. */
class SiteGraphTest {
    private final List<SiteFile> files = new ArrayList<>();

    private SiteGraphTest page(String path, String html) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        String type = path.endsWith(".css") ? "text/css" : "text/html; charset=utf-8";
        files.add(new SiteFile(path, type, stamp(bytes.length), Reading.READ, PageLinks.of(bytes, type)));
        return this;
    }

    private SiteGraphTest image(String path) {
        files.add(new SiteFile(path, "image/png", stamp(100), Reading.NO_PAGE, null));
        return this;
    }

    private static FileStamp stamp(long size) {
        return new FileStamp(size, 1, "");
    }

    private GraphFindings findings(String... entries) {
        return GraphFindings.of(SiteGraph.of(files), List.of(entries));
    }

    @Test
    void aLinkLeadsToAFileHoweverItsAddressIsWritten() {
        page("/index.html", "<a href='%62.html'><a href=./d/><a href=d><a href=/x/../b.html#part><a href='#top'>");
        page("/b.html", "").page("/d/index.html", "");
        SiteGraph graph = SiteGraph.of(files);
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
        GraphFindings findings = findings("/d/");
        assertEquals(1, findings.brokenCount());
        GraphFindings.Broken broken = findings.broken().getFirst();
        assertEquals("/d/index.html", broken.from());
        assertEquals("/gone.png", broken.to());
        assertEquals(12, broken.link().offset());
    }

    @Test
    void entryPointsAreFilesAndOneThatIsNotThereIsNamed() {
        page("/index.html", "").page("/d/index.html", "");
        GraphFindings findings = findings("/", "/d", "/none.html");
        assertEquals(List.of("/index.html", "/d/index.html"), findings.entries());
        assertEquals(List.of("/none.html"), findings.missing());
    }

    @Test
    void linksThatLeadToAFileAreCounted() {
        page("/index.html", "<a href=a.html><a href=a.html>").page("/a.html", "<a href=a.html><a href=/>");
        assertEquals(Map.of("/a.html", 3, "/index.html", 1), findings("/").inward());
    }

    @Test
    void theJsonHasEveryFileAndItsLinksWithTheirPlaces() {
        page("/index.html", "<a href='a%22b.png'><a href=gone>").image("/a%22b.png");
        SiteGraph graph = SiteGraph.of(files);
        StringBuilder json = new StringBuilder();
        GraphJson.write(graph, findings("/"), line -> json.append(line).append('\n'));
        assertEquals(
                """
                {"files":[
                {"path":"/a%22b.png","bytes":100,"type":"image/png","reading":"no-page","inward":1,"orphan":false,\
                "links":[]},
                {"path":"/index.html","bytes":32,"type":"text/html; \
                charset=utf-8","reading":"read","inward":0,"orphan":false,"links":[{"to":"/a%22b.png","kind":"page",\
                "offset":9,"length":9},{"to":"/gone","kind":"page","offset":28,"length":4}]}
                ],"entries":["/index.html"],
                "missing":[],
                "orphans":[],
                "brokenCount":1,"broken":[
                {"from":"/index.html","url":"gone","to":"/gone","offset":28}
                ]}
                """.replace(
                        "\"bytes\":32",
                        "\"bytes\":" + graph.file("/index.html").orElseThrow().bytes()),
                json.toString());
    }

    @Test
    void dotHasOneEdgeForAllLinksBetweenTwoFiles() {
        page("/index.html", "<a href=a.html><a href=a.html><a href=gone>")
                .page("/a.html", "")
                .image("/lost.png");
        StringBuilder dot = new StringBuilder();
        GraphDot.write(
                SiteGraph.of(files), findings("/"), line -> dot.append(line).append('\n'));
        assertTrue(dot.toString().contains("\"/index.html\" -> \"/a.html\" [label=2];"), dot::toString);
        assertTrue(dot.toString().contains("\"/gone\" [style=dashed];"), dot::toString);
        assertTrue(dot.toString().contains("\"/lost.png\" [color=gray, fontcolor=gray];"), dot::toString);
    }
}
