package io.gosling.replication.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the effect of a link's surroundings on its fetch and frame. */
@Timeout(60)
class LinkUseAnalyzerTest {

    private static List<Link> links(String html) {
        return PageLinks.of(html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8")
                .links();
    }

    private static Set<LinkCaution> cautions(String html) {
        return links(html).getFirst().use().cautions();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <video crossorigin><source src=f><img src=g></video>             | [CORS]
            <video><source src=f><img src=g crossorigin></video>             | []
            <audio crossorigin=use-credentials><source src=f></audio>        | [CREDENTIALS]
            <picture><source srcset=f><b></b><img src=g crossorigin></picture> | [CORS]
            <picture crossorigin><source srcset=f><img src=g></picture>      | []
            <picture><source srcset=f></picture><img src=g crossorigin>      | []
            """)
    void aSourceIsFetchedAsItsPlayerOrItsPicturesImageSays(String html, String cautions) {
        assertEquals(cautions, cautions(html).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <a target=packageFrame href=p/x.html>                              | [SAME_ORIGIN]
            <map><area target=packageFrame href=p/x.html></map>                | [SAME_ORIGIN]
            <base target=packageFrame><a href=x>                               | [SAME_ORIGIN]
            <a href=x><base target=packageFrame>                               | [SAME_ORIGIN]
            <base target=_top><base target=packageFrame><a href=x>             | []
            <base target=packageFrame><a target=_top href=x>                   | []
            <base target=packageFrame><a target='' href=x>                     | []
            <template><base target=packageFrame></template><a href=x>          | []
            <a target=_SELF href=x>                                            | []
            <a target=_blank href=x>                                           | []
            <a target=_parent href=x>                                          | []
            <base target=packageFrame><img src=x>                              | []
            """)
    void aLinkThatOpensInAFrameByItsNameStaysWithinTheOrigin(String html, String cautions) {
        assertEquals(cautions, cautions(html).toString());
    }

    /** All were once searched for the image at each of them. */
    @Test
    void aPictureWithManySourcesIsLookedThroughOnce() {
        int count = 100_000;
        assertEquals(
                count, links("<picture>" + "<source srcset=a>".repeat(count)).size());
    }
}
