package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the properties of a page besides its links. */
class PageRewritabilityTest {

    private static PageLinks page(String html) {
        return PageLinks.of(html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<form></form>",
                "<form action='#x'></form>",
                "<form action=/f><button formaction=''>x</button></form>",
                "<script type=importmap>{\"imports\":{\"a\":\"./a.js\"}}</script>",
                "<script type=' ImportMap '>{}</script>",
                "<script type=module>import './a.js'</script>"
            })
    void aPageWithWhatIsReadAgainstItsOwnAddressMeansItsServer(String html) {
        assertTrue(page(html).shape().meansItsServer());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<form action=/f><button>x</button></form>",
                "<script type=module src=a.js></script>",
                "<script>import('./a.js')</script>",
                "<script type='application/json'>{}</script>",
                "<svg><style>p{background:url(b.png)}</style></svg>",
                "<svg><style>p{fill:red}<!-- x -->b{fill:red}</style></svg>"
            })
    void aPageWithNothingOfTheKindDoesNot(String html) {
        assertFalse(page(html).shape().meansItsServer());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<svg><style>p{color:red}<!-- x -->b{background:url(b.png)}</style></svg>",
                "<svg><style>p{background:url(b.png?a&copy=1)}</style></svg>"
            })
    void aPageWithAnAddressThatHasNoPlaceMeansItsServer(String html) {
        assertEquals(List.of(), page(html).links());
        assertTrue(page(html).shape().meansItsServer());
    }

    @Test
    void aPageWithAStyleThatHasHalfACharacterForABackslashMeansItsServer() {
        Charset charset = Charset.forName("Shift_JIS");
        byte[] html = "<a href=x><style>p{font:\"ソ\";background:url(b.png)}</style>".getBytes(charset);
        PageLinks page = PageLinks.of(html, "text/html; charset=Shift_JIS");
        assertEquals(List.of("x"), page.links().stream().map(Link::url).toList());
        assertTrue(page.shape().meansItsServer());
    }

    @Test
    void aPageWithACanvasHasOne() {
        assertTrue(page("<p><CANVAS></CANVAS>").shape().canvas());
        assertFalse(page("<p>canvas<img src=canvas>").shape().canvas());
    }
}
