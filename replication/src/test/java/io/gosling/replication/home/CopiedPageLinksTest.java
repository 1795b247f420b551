package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.page.CopiedLink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the exchange of a page's links between servers. */
class CopiedPageLinksTest {
    private static final CopiedPageLinks.Row ONE = new CopiedPageLinks.Row(
            new CopiedLink(3, 7, false, "/a%20b.png", "?v=1#x y"), 17, false, List.of("b:8080", "[::1]:80"));
    private static final CopiedPageLinks.Row TWO =
            new CopiedPageLinks.Row(new CopiedLink(10, 5, true, "/c.png", ""), 0, true, List.of());

    private static Optional<CopiedPageLinks> read(String text, long length) {
        return CopiedPageLinks.read(text.getBytes(StandardCharsets.UTF_8), length);
    }

    @Test
    void whatIsWrittenIsRead() {
        CopiedPageLinks table = new CopiedPageLinks(List.of(ONE, TWO));
        assertEquals(Optional.of(table), CopiedPageLinks.read(table.written(), 15));
        assertEquals(Optional.of(new CopiedPageLinks(List.of())), CopiedPageLinks.read(new byte[0], 0));
    }

    @Test
    void aLinkThatLinesCannotHoldIsLeftOut() {
        CopiedPageLinks.Row odd =
                new CopiedPageLinks.Row(new CopiedLink(1, 1, false, "/x", "#a\nb"), 1, false, List.of("b:8080"));
        assertEquals(
                Optional.of(new CopiedPageLinks(List.of(TWO))),
                CopiedPageLinks.read(new CopiedPageLinks(List.of(odd, TWO)).written(), 15));
    }

    @Test
    void whatLiesOutsideOfThePageOrInAnotherLinkIsNotBelieved() {
        assertEquals(Optional.empty(), CopiedPageLinks.read(new CopiedPageLinks(List.of(ONE, TWO)).written(), 14));
        assertEquals(Optional.empty(), CopiedPageLinks.read(new CopiedPageLinks(List.of(TWO, ONE)).written(), 100));
        for (String text : List.of(
                "nonsense",
                "-1 3 - 1 - b /x ",
                "1 3 - 1 - b x ",
                "1 3 - 1 - b@c /x ",
                "1 9999999999 - 1 - b /x ",
                "1 3 ? 1 - b /x ")) {
            assertEquals(Optional.empty(), read(text, 100), text);
        }
    }
}
