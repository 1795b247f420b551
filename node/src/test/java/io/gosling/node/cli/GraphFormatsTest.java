package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small site as JSON and as DOT. */
class GraphFormatsTest {
    private final List<SiteFile> files = new ArrayList<>();

    private GraphFormatsTest page(String path, String html) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        String type = path.endsWith(".css") ? "text/css" : "text/html; charset=utf-8";
        files.add(new SiteFile(path, type, stamp(bytes.length), Reading.READ, PageLinks.of(bytes, type)));
        return this;
    }

    private GraphFormatsTest image(String path) {
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
    void theJsonHasEveryFileAndItsLinksWithTheirPlaces() {
        page("/index.html", "<a href='a%22b.png'><a href=gone>").image("/a%22b.png");
        LinkGraph graph = LinkGraph.of(files);
        StringBuilder json = new StringBuilder();
        GraphJsonWriter.write(graph, findings("/"), line -> json.append(line).append('\n'));
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
        GraphDotWriter.write(
                LinkGraph.of(files), findings("/"), line -> dot.append(line).append('\n'));
        assertTrue(dot.toString().contains("\"/index.html\" -> \"/a.html\" [label=2];"), dot::toString);
        assertTrue(dot.toString().contains("\"/gone\" [style=dashed];"), dot::toString);
        assertTrue(dot.toString().contains("\"/lost.png\" [color=gray, fontcolor=gray];"), dot::toString);
    }
}
