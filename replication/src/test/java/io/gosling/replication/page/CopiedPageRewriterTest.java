package io.gosling.replication.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopiedPageRewriterTest {
    private static final String HOME = "http://a.example:8080";
    private static final String COPY = "http://b.example:8080/~migrate/17/a.example:8080";
    private static final String UTF8 = "text/html; charset=utf-8";

    /** The files that the pages of these tests lead to. */
    private static final List<String> FILES =
            List.of("/d/page.html", "/d/i.png", "/d/x.html", "/i.png", "/s.css", "/d/a%20b.png", "/d/%C3%A9.png");

    private static PageLinkAnalysis prepared(byte[] bytes, String mediaType, LinkRuleSettings rules) {
        PageLinks links = PageLinks.of(bytes, mediaType);
        SiteFile page =
                new SiteFile("/d/page.html", mediaType, new FileStamp(bytes.length, 1, ""), Reading.READ, links);
        LinkGraph graph = LinkGraph.of(Stream.concat(
                        FILES.stream()
                                .map(path -> path.endsWith("html")
                                        ? new SiteFile(
                                                path,
                                                UTF8,
                                                new FileStamp(0, 1, ""),
                                                Reading.READ,
                                                PageLinks.of(new byte[0], UTF8))
                                        : new SiteFile(
                                                path, "image/png", new FileStamp(1, 1, ""), Reading.NO_PAGE, null)),
                        Stream.of(page))
                .toList());
        return PageLinkAnalysis.of(page, links, SiteLinkConstraints.of(graph, Set.of(), rules));
    }

    private static byte[] take(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        buffer.release();
        return bytes;
    }

    /** @param choice asked about the place in the page at which a link's address begins */
    private static byte[][] before(PageLinkTemplate places, IntPredicate choice) {
        byte[][] before = new byte[places.size()][];
        for (int place = 0; place < before.length; place++) {
            before[place] =
                    choice.test(places.offset(place)) ? PageLinkTemplate.written(COPY) : PageLinkTemplate.AS_IT_IS;
        }
        return before;
    }

    /** The page as the home sends it, in an exact buffer. */
    private static ByteBuf sent(PageLinkAnalysis page, ByteBuf source, IntPredicate choice) {
        PageLinkTemplate places = PageLinkTemplate.of(page);
        byte[][] before = before(places, choice);
        int room = places.room(before);
        return places.write(source, before, UnpooledByteBufAllocator.DEFAULT.buffer(room, room));
    }

    private static String atHome(String html) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        PageLinkAnalysis page = prepared(
                bytes,
                UTF8,
                LinkRuleSettings.safe().with(LinkRuleSettings.DOCUMENTS, true).with(LinkRuleSettings.CORS, true));
        ByteBuf source = Unpooled.wrappedBuffer(bytes);
        String sent = new String(take(sent(page, source, offset -> true)), StandardCharsets.UTF_8);
        assertEquals(1, source.refCnt(), "no reference is left behind");
        return sent;
    }

    private static String away(String html, Function<PreparedLink, @Nullable String> choice) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        return new String(
                take(CopiedPageRewriter.away(
                        prepared(bytes, "text/html", LinkRuleSettings.safe()),
                        Unpooled.wrappedBuffer(bytes),
                        choice,
                        HOME,
                        UnpooledByteBufAllocator.DEFAULT)),
                StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        <img src="i.png">                       | <img src="@/d/i.png">
        <img src=i.png>                         | <img src=@/d/i.png>
        <img src = ' ../i.png '>                | <img src = ' @/i.png '>
        <img src="i.png?v=3&amp;x=1">           | <img src="i.png?v=3&amp;x=1">
        <img src="i.png?v=3#f&amp;g">           | <img src="@/d/i.png?v=3#f&amp;g">
        <img src="a b.png">                     | <img src="@/d/a%20b.png">
        <img srcset="i.png 1x, /i.png 2x">      | <img srcset="@/d/i.png 1x, @/i.png 2x">
        <p style="background:url(i.png)">       | <p style="background:url(@/d/i.png)">
        <style>p{background:url( 'i.png' )}</style> | <style>p{background:url( '@/d/i.png' )}</style>
        <a href=x.html#part>                    | <a href=@/d/x.html#part>
        <a href="x.html#:~:text=a,-b%2Cc">      | <a href="@/d/x.html#:~:text=a,-b%2Cc">
        <a href="x.html#a'(b) c">               | <a href="@/d/x.html#a%27%28b%29%20c">
        <img srcset="i.png#a,b 1x, /i.png#c,">  | <img srcset="@/d/i.png#a,b 1x, @/i.png#c,">
        <style>p{background:url(i.png#a,b)}</style> | <style>p{background:url(@/d/i.png#a,b)}</style>
        <a href="mailto:x"><a href="#top">      | <a href="mailto:x"><a href="#top">
        <img src=gone.png>                      | <img src=gone.png>
        """)
    void aChosenAddressIsWrittenAsItsPlaceWantsIt(String html, String expected) {
        assertEquals(expected.replace("@", COPY), atHome(html));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        <!doctype html><html><head><title>x</title><a href=x> | <!doctype html><html><head>@<title>x</title><a \
        href=x>
        <!doctype html><html><a href=x>                       | <!doctype html><html>@<a href=x>
        <!doctype html><!-- c --><title>x</title>             | <!doctype html><!-- c -->@<title>x</title>
        <a href=x>                                            | @<a href=x>
        <HEAD lang=a><p>                                      | <HEAD lang=a>@<p>
        """)
    void aBaseIsInsertedBeforeTheFirstLinkAndAfterTheHeadsTag(String html, String expected) {
        String base = "<base href=\"" + HOME + "/d/page.html\"/>";
        String sent = away(html, link -> null);
        assertEquals(expected.replace("@", base), sent);
        assertEquals(
                Optional.of(HOME + "/d/page.html"),
                PageLinks.of(sent.getBytes(StandardCharsets.UTF_8), UTF8).base());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        <a href=x?a><a href='#top'>      | <a href=@/d/x?a><a href='#top'>
        <script>f()</script><a href=/x>  | <script>f()</script><a href=@/x>
        <form></form><a href=../x#y>     | <form></form><a href=@/x#y>
        <base href=/e/><a href=x><a href='#top'> | <base href=@/e/><a href=x><a href='#top'>
        <base href=#x><a href=y>                 | <base href=#x><a href=@/d/y>
        <base href=http://c.example/><a href=x>  | <base href=http://c.example/><a href=x>
        """)
    void whereABaseWouldBreakThePageLinksAreMadeAbsolute(String html, String expected) {
        assertEquals(expected.replace("@", HOME), away(html, link -> null));
    }

    @Test
    void aCharsetIsNotPushedBeyondWhereBrowsersLookForIt() {
        String late = "<head><!--" + " ".repeat(970) + "--><meta charset=utf-8><a href=x>";
        assertEquals(late.replace("href=x", "href=" + HOME + "/d/x"), away(late, link -> null));
        String early = "<head><meta charset=utf-8><a href=x>";
        assertTrue(away(early, link -> null).startsWith("<head><base href="));
    }

    @Test
    void dataInAScriptElementRunsNothing() {
        assertTrue(away("<script type='application/ld+json'>{}</script>", link -> null)
                .startsWith("<base "));
    }

    @Test
    void longStretchesAreSharedWithThePageAndReleasedWithTheAnswer() {
        String html = "<img src=i.png>" + "x".repeat(100_000) + "<img src=i.png>" + "y".repeat(9_000);
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        ByteBuf source = Unpooled.wrappedBuffer(bytes);
        ByteBuf sent = sent(prepared(bytes, UTF8, LinkRuleSettings.safe()), source, offset -> true);
        assertTrue(sent instanceof CompositeByteBuf, sent::toString);
        assertEquals(3, source.refCnt());
        assertEquals(html.replace("i.png", COPY + "/d/i.png"), new String(take(sent), StandardCharsets.UTF_8));
        assertEquals(1, source.refCnt());
    }

    @Test
    void ofManyLinksTheFirstAreChosen() {
        int most = PageLinkAnalysis.MOST_LINKS;
        String link = "<img src=i.png>";
        byte[] bytes = link.repeat(most + 2).getBytes(StandardCharsets.UTF_8);
        PageLinkAnalysis page = prepared(bytes, UTF8, LinkRuleSettings.safe());
        assertEquals(LinkVerdict.CHOSEN, page.links().get(most - 1).verdict());
        assertEquals(LinkVerdict.MANY, page.links().get(most).verdict());
        assertEquals(most, PageLinkTemplate.of(page).size());
        assertEquals(
                link.replace("i.png", COPY + "/d/i.png").repeat(most) + link.repeat(2),
                text(sent(page, Unpooled.wrappedBuffer(bytes), offset -> true)));
    }

    @Test
    void aPageWithoutAChoiceIsThePageItself() {
        byte[] bytes = "<img src=i.png>".getBytes(StandardCharsets.UTF_8);
        ByteBuf source = Unpooled.wrappedBuffer(bytes);
        ByteBuf sent = sent(prepared(bytes, UTF8, LinkRuleSettings.safe()), source, place -> false);
        assertEquals(source, sent);
        sent.release();
        assertEquals(1, source.refCnt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "windows-1252", "Shift_JIS", "EUC-JP", "GBK", "GB18030", "Big5", "EUC-KR"})
    void bytesOfOtherEncodingsStayAsTheyAre(String name) {
        Charset charset = Charset.forName(name);
        String word = charset.newEncoder().canEncode('日') ? "日本語表" : "éß";
        byte[] html = (word + "<img src=i.png>" + word + "<img src='../i.png' alt='" + word + "'>").getBytes(charset);
        PageLinkAnalysis page = prepared(html, "text/html; charset=" + name, LinkRuleSettings.safe());
        byte[] sent = take(sent(page, Unpooled.wrappedBuffer(html), offset -> true));
        assertEquals(
                word + "<img src=" + COPY + "/d/i.png>" + word + "<img src='" + COPY + "/i.png' alt='" + word + "'>",
                new String(sent, charset));
    }

    @Test
    void bytesOfAnotherLengthThanTheFileHadAreHandedOnAsTheyAre() {
        byte[] html = "<img src=i.png><a href=x.html>".getBytes(StandardCharsets.UTF_8);
        PageLinkAnalysis page = prepared(html, UTF8, LinkRuleSettings.safe());
        for (String now : List.of("", "<img src=i.png>", "<p>longer</p><img src=i.png><a href=x.html>")) {
            ByteBuf bytes = Unpooled.copiedBuffer(now, StandardCharsets.UTF_8);
            Function<PreparedLink, @Nullable String> all = link -> COPY + link.document();
            assertEquals(now, new String(take(sent(page, bytes, offset -> true)), StandardCharsets.UTF_8));
            assertEquals(
                    now,
                    new String(
                            take(CopiedPageRewriter.away(page, bytes, all, HOME, UnpooledByteBufAllocator.DEFAULT)),
                            StandardCharsets.UTF_8));
            assertEquals(1, bytes.refCnt());
        }
    }

    @Test
    void placesThatAreNotThoseOfTheBytesLeaveNoReferenceBehind() {
        byte[] html = ("<img src=i.png>" + " ".repeat(20_000) + "<img src=i.png>").getBytes(StandardCharsets.UTF_8);
        PageLinkAnalysis page = prepared(html, UTF8, LinkRuleSettings.safe());
        PreparedLink first = page.links().getFirst();
        Link beyond = new Link("i.png", first.link().kind(), first.link().use(), html.length + 10, 5);
        PageLinkAnalysis wrong = new PageLinkAnalysis(
                page.path(),
                page.page(),
                page.bytes(),
                page.policies(),
                List.of(
                        first,
                        page.links().getLast(),
                        new PreparedLink(beyond, first.target(), first.document(), first.verdict())));
        ByteBuf bytes = Unpooled.copiedBuffer(html);
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        PageLinkTemplate places = PageLinkTemplate.of(wrong);
        byte[][] before = before(places, offset -> true);
        ByteBuf own = allocator.buffer(1000);
        assertThrows(IndexOutOfBoundsException.class, () -> places.write(bytes, before, own));
        assertEquals(1, bytes.refCnt());
        assertEquals(0, allocator.metric().usedHeapMemory());
    }

    static IntStream seeds() {
        return IntStream.range(0, 400);
    }

    /** Against a slow model: cut the page at its links, put the pieces together, and read the result again. */
    @ParameterizedTest
    @MethodSource("seeds")
    void everythingOutsideChosenLinksIsByteIdenticalAndChosenLinksReadAsTheyWereChosen(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        byte[] html = page(random).getBytes(StandardCharsets.UTF_8);
        PageLinkAnalysis page = prepared(
                html,
                UTF8,
                LinkRuleSettings.safe().with(LinkRuleSettings.DOCUMENTS, true).with(LinkRuleSettings.CORS, true));
        Set<Integer> chosen = new java.util.HashSet<>();
        IntPredicate choice = offset -> random.nextBoolean() && chosen.add(offset);
        byte[] sent = take(sent(page, Unpooled.wrappedBuffer(html), choice));

        ByteArrayOutputStream model = new ByteArrayOutputStream();
        List<String> expected = new ArrayList<>();
        int at = 0;
        for (PreparedLink link : page.links()) {
            model.writeBytes(Arrays.copyOfRange(html, at, link.link().offset()));
            at = link.link().offset() + link.link().length();
            if (chosen.contains(link.link().offset())) {
                String url = chosenUrl(link);
                expected.add(url);
                model.writeBytes((link.link().use().references() ? url.replace("&", "&amp;") : url)
                        .getBytes(StandardCharsets.US_ASCII));
            } else {
                expected.add(link.link().url());
                model.writeBytes(Arrays.copyOfRange(html, link.link().offset(), at));
            }
        }
        model.writeBytes(Arrays.copyOfRange(html, at, html.length));
        assertEquals(model.toString(StandardCharsets.UTF_8), new String(sent, StandardCharsets.UTF_8));
        assertEquals(
                expected,
                PageLinks.of(sent, UTF8).links().stream().map(Link::url).toList(),
                () -> new String(sent, StandardCharsets.UTF_8));
    }

    private static String text(ByteBuf bytes) {
        return new String(take(bytes), StandardCharsets.UTF_8);
    }

    private static String chosenUrl(PreparedLink link) {
        String query = ((LinkTarget.Inside) link.target()).query();
        int hash = link.link().url().indexOf('#');
        return COPY
                + link.document()
                + (query.isEmpty() ? "" : "?" + query)
                + (hash < 0 ? "" : link.link().url().substring(hash));
    }

    private static final String[] RUBBISH = {
        "<a href=", "\"", "'", ">", "<", "&", "&amp", "&#", "x.html", " ", "<img srcset=", ",", "1x", "<style>",
        "url(", ")", "</style>", "<!--", "-->", "<table>", "<b>", "</a>", "\0", "é", "\\", "/*", "@import ",
                "<p style=",
        "</", "=", "<svg>", "<script>", "\r\n", "i.png", "<img src=", "../i.png", "日本", "/s.css",
                "<link rel=stylesheet href="
    };

    private static final String[] SOUND = {
        "<img src=\"i.png\">",
        "<img src='../i.png?v=2' alt=\">\">",
        "<a href=x.html#p>",
        "<p>text &amp; <b>é</b>",
        "<img srcset='i.png 1x, ../i.png 2x'>",
        "<p style=\"background: url(&quot;i.png&quot;)\">",
        "\r\n",
        "日本",
        "<style>@import '/s.css'; p { background: url(i.png) }</style>",
        "<link rel=stylesheet href=/s.css>",
        "<img src='%C3%A9.png'>",
        "<img src=é.png>",
        "<!-- <img src=i.png> -->",
        "<base href=../d/>"
    };

    private static String page(RandomGenerator random) {
        String[] pieces = random.nextBoolean() ? SOUND : RUBBISH;
        StringBuilder html = new StringBuilder(random.nextBoolean() ? "<!doctype html>" : "");
        for (int i = random.nextInt(120); i > 0; i--) {
            html.append(pieces[random.nextInt(pieces.length)]);
            if (random.nextInt(40) == 0) {
                html.append("long ".repeat(3_000));
            }
        }
        return html.toString();
    }
}
