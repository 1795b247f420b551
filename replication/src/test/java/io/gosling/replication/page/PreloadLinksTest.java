package io.gosling.replication.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the preload links of a page and its next pages. */
class PreloadLinksTest {
    private static final String STYLE = "; rel=preload; as=style";
    private static final String SCRIPT = "; rel=preload; as=script";

    private static SiteFile file(String path, String type) {
        return new SiteFile(path, type, new FileStamp(1, 1, ""), Reading.NO_PAGE, null);
    }

    private static SiteFile page(String path, String html) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        return new SiteFile(
                path, "text/html", new FileStamp(bytes.length, 1, ""), Reading.READ, PageLinks.of(bytes, "text/html"));
    }

    private static LinkGraph graph(SiteFile page) {
        List<SiteFile> files = new ArrayList<>(List.of(
                page,
                page("/d/next.html", ""),
                page("/d/index.html", ""),
                page("/far.html", ""),
                page("/a%20b.html", ""),
                file("/d/text.pdf", "application/pdf")));
        for (String path : List.of("/s.js", "/d/s.js", "/d/more.js", "/d/a%20b.js", "/d/i.png")) {
            files.add(file(path, path.endsWith("js") ? "text/javascript" : "image/png"));
        }
        byte[] css = "p {}".getBytes(StandardCharsets.UTF_8);
        for (String path : List.of("/s.css", "/d/s.css")) {
            files.add(new SiteFile(
                    path, "text/css", new FileStamp(css.length, 1, ""), Reading.READ, PageLinks.of(css, "text/css")));
        }
        return LinkGraph.of(files);
    }

    private static PageLinkAnalysis prepared(String html) {
        SiteFile page = page("/d/page.html", html);
        return PageLinkAnalysis.of(
                page,
                PageLinks.of(html.getBytes(StandardCharsets.UTF_8), "text/html"),
                SiteLinkConstraints.of(
                        graph(page),
                        Set.of("/index.html"),
                        LinkRuleSettings.safe().with(LinkRuleSettings.CORS, true)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <link rel=stylesheet href=s.css>                               | </d/s.css>S
            <link rel=stylesheet href=/s.css?v=2#x>                        | </s.css?v=2>S
            <script src="a b.js"></script>                                 | </d/a%20b.js>J
            <script src=s.js></script><script src=./s.js></script>         | </d/s.js>J
            <script src=s.js></script><link rel=stylesheet href=s.css>     | </d/s.js>J, </d/s.css>S
            <script src=s.js></script><script src=more.js></script><link rel=stylesheet href=s.css> | </d/s.js>J, \
            </d/more.js>J
            <script src=/.//s.js></script>                                 | </.//s.js>J
            <img src=i.png>                                                | ``
            <script type=module src=s.js></script>                         | ``
            <script crossorigin src=s.js></script>                         | ``
            <script integrity=sha256-x crossorigin src=s.js></script>      | ``
            <link rel=stylesheet href=gone.css>                            | ``
            <link rel=stylesheet href=http://elsewhere/s.css>              | ``
            <link rel=prefetch href=s.js>                                  | ``
            """)
    void stylesAndScriptsOfTheSiteAreNamedOnceAndNotMoreThanAreWished(String html, String expected) {
        assertEquals(
                expected.replace("S", STYLE).replace("J", SCRIPT),
                PreloadLinks.of(prepared(html), 2).field());
    }

    @Test
    void whereAnotherServerWasChosenThatOneIsNamed() {
        PageLinkAnalysis page = prepared("<img src=i.png><script src=s.js?v=1#f></script><script src=more.js></script>"
                + "<link rel=stylesheet href=/s.css>");
        PageLinkTemplate places = PageLinkTemplate.of(page);
        byte[] copy = PageLinkTemplate.written("http://b/~migrate/7/a");
        byte[][] before = new byte[places.size()][];
        for (int place = 0; place < before.length; place++) {
            before[place] = place == 2 ? PageLinkTemplate.AS_IT_IS : copy;
        }
        assertEquals(
                "<http://b/~migrate/7/a/d/s.js?v=1>" + SCRIPT + ", </d/more.js>" + SCRIPT
                        + ", <http://b/~migrate/7/a/s.css>" + STYLE,
                PreloadLinks.of(page, 9).field(before));
    }

    @Test
    void nothingIsNamedWhereNothingIsWished() {
        assertEquals(
                "", PreloadLinks.of(prepared("<script src=s.js></script>"), 0).field());
        assertEquals("", PreloadLinks.none().field(new byte[0][]));
    }

    @Test
    void oneFieldDoesNotFillAHeader() {
        StringBuilder html = new StringBuilder();
        for (int i = 0; i < 32; i++) {
            html.append("<script src='s.js?v=")
                    .append("x".repeat(30))
                    .append(100 + i)
                    .append("'></script>");
        }
        String field = PreloadLinks.of(prepared(html.toString()), 32).field();
        assertTrue(field.length() > 1000 && field.length() < 4096, () -> field.length() + " characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <a href=next.html>                                     | [/d/next.html]
            <a href=next.html#a><a href=/d/next.html>              | [/d/next.html]
            <a href=.>                                             | [/d/]
            <a href='/a%20b.html'>                                 | [/a%20b.html]
            <a href=next.html><a href=/d/><a href=/far.html>       | [/d/next.html, /d/]
            <a href=page.html><a href=#part>                       | []
            <a href=next.html?q=1>                                 | []
            <a href=text.pdf><a href=gone.html><img src=i.png>     | []
            <a href=http://elsewhere/><a href=mailto:x>            | []
            """)
    void aVisitorGoesOnToPagesOfTheSite(String html, String expected) {
        assertEquals(
                expected,
                prepared(html).next(graph(page("/d/page.html", html)), 2).toString());
    }
}
