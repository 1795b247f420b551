package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageLinksTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        <a href="next.html">                        | PAGE      | next.html
        <a href='next.html'>                        | PAGE      | next.html
        <a href=next.html>                          | PAGE      | next.html
        <A HREF = "next.html">                      | PAGE      | next.html
        <area href=map.html>                        | PAGE      | map.html
        <iframe src=inner.html></iframe>            | PAGE      | inner.html
        <img src="a.png" alt="b.png">               | ASSET     | a.png
        <script src=a.js></script>                  | ASSET     | a.js
        <link rel=stylesheet href=a.css>            | ASSET     | a.css
        <link rel="shortcut icon" href=a.ico>       | ASSET     | a.ico
        <link rel=next href=b.html>                 | REFERENCE | b.html
        <video poster=p.jpg></video>                | ASSET     | p.jpg
        <object data=d.svg></object>                | ASSET     | d.svg
        <svg><use xlink:href="s.svg#x"/></svg>      | ASSET     | s.svg#x
        <svg><a href="in-svg.html"/></svg>          | PAGE      | in-svg.html
        <blockquote cite=src.html>x</blockquote>    | REFERENCE | src.html
        <form action=/search></form>                | FORM      | /search
        <base href=/docs/>                          | BASE      | /docs/
        <p style="background: url(b.png)">x</p>     | ASSET     | b.png
        <p style='background: url("b.png")'>x</p>   | ASSET     | b.png
        <p style="background: url(&quot;b.png&quot;)">x</p> | ASSET | b.png
        <style>p { background: url( 'b.png' ) }</style> | ASSET | b.png
        <style>@import "more.css";</style>          | ASSET     | more.css
        <style>p { background: image-set("b.png" 1x) }</style> | ASSET | b.png
        <svg><style>p { background: url(b.png) }</style></svg> | ASSET | b.png
        <svg><style> <![CDATA[p { background: url(b.png) }]]> </style></svg> | ASSET | b.png
        <meta http-equiv=Refresh content="3; URL='there.html'"> | PAGE | there.html
        <meta http-equiv=refresh content="0;there.html"> | PAGE | there.html
        <noscript><img src=n.png></noscript>        | ASSET     | n.png
        <template><img src=t.png></template>        | ASSET     | t.png
        """)
    void aLinkIsFoundByElementAndAttribute(String markup, LinkKind kind, String url) {
        byte[] page = ascii("<!doctype html><p>before</p>" + markup + "<p>after</p>");
        Link link = only(page);
        assertEquals(url, link.url());
        assertEquals(kind, link.kind());
        assertEquals(url, written(link, page, StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a name=x>",
                "<a href=\"\">",
                "<a href=\"  \">",
                "<!-- <a href=x.html> -->",
                "<script>var s = '<a href=x.html>';</script>",
                "<textarea><a href=x.html></textarea>",
                "<title><a href=x.html></title>",
                "<meta name=refresh content='0; url=x.html'>",
                "<meta http-equiv=refresh content='now; url=x.html'>",
                "<style>p:before { content: 'url(x.png)' } /* url(y.png) */</style>",
                "<img data-src=lazy.png>",
                "<a href=\"unclosed.html"
            })
    void whatOnlyLooksLikeALinkIsNone(String markup) {
        assertEquals(List.of(), links(ascii(markup)));
    }

    @Test
    void everyImageCandidateIsALinkOfItsOwn() {
        byte[] page = ascii("<img src=s.png srcset=\"a.png 1x,b.png, c.png 2x , d,e.png 640w\">");
        assertEquals(List.of("s.png", "a.png", "b.png", "c.png", "d,e.png"), urls(page));
        assertSlices(page);
    }

    @Test
    void characterReferencesAreResolvedInTheAddressAndCountedInThePlace() {
        byte[] page = ascii("<a href=\"find?a=1&amp;b=2&copy=3&#x2F;end\">");
        Link link = only(page);
        assertEquals("find?a=1&b=2&copy=3/end", link.url());
        assertEquals("find?a=1&amp;b=2&copy=3&#x2F;end", written(link, page, StandardCharsets.US_ASCII));
    }

    @Test
    void whiteSpaceAroundAnAddressIsNotPartOfItAndLineBreaksInsideAreDropped() {
        byte[] page = ascii("<a href=\"\r\n  long/\r\n\tname.html \r\n\">");
        Link link = only(page);
        assertEquals("long/name.html", link.url());
        assertEquals("long/\r\n\tname.html", written(link, page, StandardCharsets.US_ASCII));
    }

    @Test
    void anElementThatTheParserRepeatsIsOneLink() {
        byte[] page = ascii("<p><a href=one.html><b>x<p>y</a>z</b><table><a href=two.html>t</table>");
        assertEquals(List.of("one.html", "two.html"), urls(page));
    }

    @Test
    void ofARepeatedAttributeTheFirstCounts() {
        assertEquals(List.of("first.html"), urls(ascii("<a href=first.html href=second.html>")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "windows-1252", "Shift_JIS", "EUC-JP", "GBK", "GB18030", "Big5"})
    void positionsCountBytesInEveryCharsetThatKeepsAscii(String name) {
        Charset charset = Charset.forName(name);
        String word = charset.newEncoder().canEncode('é') ? "é" : "";
        word += charset.newEncoder().canEncode('日') ? "日本語" : "";
        byte[] page = ("<p>" + word + word + "<a href='" + word + "/x.html'>" + word + "</a>").getBytes(charset);
        PageLinks links = PageLinks.of(page, "text/html; charset=" + name);
        assertEquals(charset, links.charset());
        Link link = links.links().getFirst();
        assertEquals(word + "/x.html", link.url());
        assertEquals(word + "/x.html", written(link, page, charset));
    }

    /** As browsers send it: the query in the page's charset, the path in UTF-8. */
    @ParameterizedTest
    @CsvSource(textBlock = """
        UTF-8,        é.html?q=é&r#é,        /%C3%A9.html?q=%C3%A9&r
        windows-1252, é.html?q=é&r#é,        /%C3%A9.html?q=%E9&r
        windows-1252, x?q=&eacute;%C3%A9 y,  /x?q=%E9%C3%A9%20y
        windows-1252, x?q=&#26085;,          /x?q=%26%2326085%3B
        windows-1252, x#?é,                  /x
        Shift_JIS,    x?q=日ソ,              /x?q=%93%FA%83%5C
        EUC-JP,       x?q=日,                /x?q=%C6%FC
        """)
    void aQueryIsSentInTheCharsetOfItsPage(String name, String url, String expected) {
        Charset charset = Charset.forName(name);
        byte[] page = ("<a href='" + url + "'>").getBytes(charset);
        Link link = PageLinks.of(page, "text/html; charset=" + name).links().getFirst();
        LinkTarget.Inside target = (LinkTarget.Inside) LinkTarget.of(link.url(), "/", Optional.empty());
        assertEquals(expected, target.requestTarget());
        assertEquals(url, written(link, page, charset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "ISO-2022-JP", "IBM037"})
    void aPageWhoseBytesCannotBePlacedIsLeftAlone(String name) {
        byte[] page = "<a href=x.html>日本</a>".getBytes(Charset.forName(name));
        PageLinks links = PageLinks.of(page, "text/html; charset=" + name);
        assertFalse(links.tracked());
        assertEquals(List.of(), links.links());
    }

    @Test
    void theCharsetIsTakenFromMarkThenHeaderThenPageThenBytes() {
        byte[] marked = "\uFEFF<meta charset=gbk><a href=é>".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                StandardCharsets.UTF_8,
                PageLinks.of(marked, "text/html; charset=big5").charset());
        byte[] page = ascii("<meta charset=\"gbk\"><a href=x>");
        assertEquals(
                "Big5",
                PageLinks.of(page, "text/html; Charset=\"Big5\"").charset().name());
        assertEquals("GBK", PageLinks.of(page, "text/html").charset().name());
        assertEquals(
                StandardCharsets.UTF_8,
                PageLinks.of(ascii("<a href=x>"), "text/html; charset=x-made-up")
                        .charset());
        byte[] western = {'<', 'p', '>', (byte) 0xE9};
        assertEquals(
                "windows-1252", PageLinks.of(western, "text/html").charset().name());
    }

    @Test
    void aStyleSheetHasLinksAndAPlainTextHasNone() {
        byte[] css = ascii("@import url(a.css);@import 'b.css' print;p{background:URL(\"c.png\") , url(d\\ e.png)}");
        PageLinks links = PageLinks.of(css, "text/css");
        assertEquals(
                List.of("a.css", "b.css", "c.png", "d e.png"),
                links.links().stream().map(Link::url).toList());
        assertTrue(PageLinks.of(ascii("<a href=x>"), "text/plain").links().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        url(a\\ b.png)            | a b.png
        url(a\\)b.png)            | a)b.png
        url("a\\"b.png")          | a"b.png
        url(\\61 b.png)           | ab.png
        url('\\0000e9.png')       | é.png
        image-set("a\\'b.png" 1x) | a'b.png
        """)
    void anAddressWithEscapesIsReadAsABrowserReadsIt(String css, String url) {
        byte[] style = ascii("p{background:" + css + "}");
        Link link = PageLinks.of(style, "text/css").links().getFirst();
        assertEquals(url, link.url());
        assertTrue(css.contains(written(link, style, StandardCharsets.US_ASCII)));
        byte[] page = ascii("<p style='background:" + css.replace("'", "&#39;") + "'>");
        assertEquals(url, only(page).url());
    }

    /** The second byte of some characters in Shift_JIS is that of a backslash. */
    @Test
    void aStyleWithWhatMayBeABackslashOrHalfACharacterIsLeftAlone() {
        Charset charset = Charset.forName("Shift_JIS");
        byte[] style = "@font-face{font-family:\"ソ\";src:url(x)}".getBytes(charset);
        assertFalse(PageLinks.of(style, "text/css; charset=Shift_JIS").tracked());
        byte[] other = "@font-face{font-family:\"日\";src:url(a\\ x)}".getBytes(charset);
        assertTrue(PageLinks.of(other, "text/css; charset=Shift_JIS").tracked());
    }

    @Test
    void inAStyleOfSvgCharacterReferencesCount() {
        byte[] page = ascii("<svg><style>p{background:url(b.png?a=1&amp;b=2)}</style></svg>");
        Link link = only(page);
        assertEquals("b.png?a=1&b=2", link.url());
        assertEquals("b.png?a=1&amp;b=2", written(link, page, StandardCharsets.US_ASCII));
        assertTrue(link.use().references());
    }

    @Test
    void aBaseInATemplateCountsForNothing() {
        PageLinks links = PageLinks.of(ascii("<template><base href=/a/></template><a href=x>"), "text/html");
        assertEquals(Optional.empty(), links.base());
        links = PageLinks.of(ascii("<template><base href=/a/></template><base href=/b/><a href=x>"), "text/html");
        assertEquals(Optional.of("/b/"), links.base());
    }

    @Test
    void theFirstBaseIsTheOneThatCounts() {
        PageLinks links = PageLinks.of(ascii("<base href=/a/><base href=/b/>"), "text/html");
        assertEquals(Optional.of("/a/"), links.base());
    }

    private static Link only(byte[] page) {
        List<Link> links = links(page);
        assertEquals(1, links.size(), () -> "links: " + links);
        return links.getFirst();
    }

    private static List<Link> links(byte[] page) {
        return PageLinks.of(page, "text/html; charset=us-ascii").links();
    }

    private static List<String> urls(byte[] page) {
        return links(page).stream().map(Link::url).toList();
    }

    /** The address exactly as the page has it, character references and all. */
    private static String written(Link link, byte[] page, Charset charset) {
        return new String(page, link.offset(), link.length(), charset);
    }

    private static void assertSlices(byte[] page) {
        links(page).forEach(link -> assertEquals(link.url(), written(link, page, StandardCharsets.US_ASCII)));
    }

    private static byte[] ascii(String page) {
        return page.getBytes(StandardCharsets.UTF_8);
    }
}
