package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the addresses of a style, and their destinations. */
@Timeout(60)
class CssLinkScannerTest {

    private static List<String> written(String css) {
        return CssLinkScanner.addresses(css).stream()
                .map(CssLinkScanner.Address::where)
                .map(where -> css.substring(where.start(), where.end()))
                .toList();
    }

    private static CssLinkScanner.Address last(String css) {
        return CssLinkScanner.addresses(css).getLast();
    }

    /** As Tailwind writes the names of its classes. */
    @Test
    void aStyleWithAnEscapedQuoteInANameHasTheAddressesAfterIt() {
        String css =
                ".before\\:content-\\[\\'\\'\\]:before{content:\"x\"}@font-face{font-family:X;src:url(/fonts/x.woff2)}";
        assertEquals(List.of("/fonts/x.woff2"), written(css));
        assertEquals(RequestDestination.FONT, last(css).destination());
        assertEquals(List.of("b.png"), written(".a\\{b{background:url(b.png)}"));
        assertEquals(
                Set.of(LinkCaution.CORS), last(".a{mask\\;x:0;mask:url(b.png)}").cautions());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            p{background:url(a\\ b.png)}      | a\\ b.png
            p{background:url( a\\)b.png )}    | a\\)b.png
            p{background:url("a\\"b.png")}    | a\\"b.png
            p{background:url(a.png\\)}        | a.png\\)}
            p{background:u\\72l(a.png)}       | a.png
            @\\69mport "a.css";               | a.css
            """)
    void aStyleWithEscapesInAnAddressHasItAsItIsWritten(String css, String address) {
        assertEquals(List.of(address), written(css));
    }

    /** Without its line break the backslash would escape what is written behind another address. */
    @Test
    void aLineBreakThatIsEscapedIsPartOfItsAddress() {
        assertEquals(List.of("a.png\\\n"), written("p{background:url(\"a.png\\\n\")}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"image-set", "-webkit-image-set", "IMAGE-SET"})
    void aStyleWithAnImageSetHasItsStringsAndNotThoseOfItsTypes(String function) {
        String css = "p{content:\"no\";background:" + function
                + "(\"/a.avif\" type(\"image/avif\"), url('/b.png') 2x, \"/c.png\" 1x), url(/d.png);quotes:\"no\"}";
        assertEquals(List.of("/a.avif", "/b.png", "/c.png", "/d.png"), written(css));
        assertEquals(RequestDestination.IMAGE, last(css).destination());
    }

    @ParameterizedTest
    @ValueSource(strings = {"@import/**/\"x.css\"", "@import /* a */ /* b */ 'x.css' print;", "@IMPORT\n\"x.css\""})
    void aStyleWithACommentBeforeWhatItImportsHasIt(String css) {
        assertEquals(List.of("x.css"), written(css));
        assertEquals(RequestDestination.STYLE, last(css).destination());
    }

    /** A byte order mark is one character a byte here. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00EF\u00BB\u00BF", "<!--", "--> ", "<![CDATA[", "\n<![CDATA[\n/* x */", "p{}]]>"})
    void aStyleWithSomethingAroundItHasItsRules(String before) {
        assertEquals(
                RequestDestination.FONT, last(before + "@font-face{src:url(f)}").destination());
        assertEquals(RequestDestination.STYLE, last(before + "@import url(f);").destination());
        assertEquals(RequestDestination.STYLE, last(before + "@import 'f';").destination());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--icon",
                "--",
                "mask",
                "MASK-IMAGE",
                "-webkit-mask-box-image",
                "filter",
                "-webkit-filter",
                "backdrop-filter",
                "-webkit-backdrop-filter",
                "fill",
                "stroke",
                "marker",
                "marker-start",
                "m\\61sk"
            })
    void aStyleWithAnAddressThatMayBeFetchedWithCorsSaysSo(String property) {
        assertEquals(
                Set.of(LinkCaution.CORS),
                last("p{color:red;" + property + ":none,url(i.svg)}").cautions());
        assertEquals(
                Set.of(LinkCaution.CORS), last(property + "/**/ : url(i.svg)").cautions());
        assertEquals(
                Set.of(), last("p{" + property + ":0;background:url(i.svg)}").cautions());
    }

    @Test
    void aStyleWithAddressesInStringsAndCommentsHasNone() {
        assertEquals(List.of(), written("p:before{content:'url(x)' \"url(y)\"}"));
        assertEquals(List.of(), written("/* url(z) @import 'w' */a[b=\"@import 'c'\"]{}"));
        assertEquals(List.of(), written("p{background:curl(x) my-url(y)}"));
        assertEquals(List.of(), written("p{font:local(\"x\") format(\"y\")}\\"));
    }

    /** A regression test: the search for a declaration's beginning was quadratic. */
    @Test
    void aStyleWithManyAddressesAfterMuchWhiteSpaceIsReadInOneGo() {
        int count = 20_000;
        String css = "a{" + " ".repeat(1 << 19) + "background:" + "url(x),".repeat(count);
        assertEquals(count, CssLinkScanner.addresses(css).size());
    }
}
