package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.page.CopiedLink;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the exchange of a page's links between servers. */
class LinkTableTest {
    private static final LinkTable.Row ONE = new LinkTable.Row(
            new CopiedLink(3, 7, false, "/a%20b.png", "?v=1#x y"), 17, false, List.of("b:8080", "[::1]:80"));
    private static final LinkTable.Row TWO =
            new LinkTable.Row(new CopiedLink(10, 5, true, "/c.png", ""), 0, true, List.of());

    private static Optional<LinkTable> read(String text, long length) {
        return LinkTable.read(text.getBytes(StandardCharsets.UTF_8), length);
    }

    @Test
    void whatIsWrittenIsRead() {
        LinkTable table = new LinkTable(List.of(ONE, TWO));
        assertEquals(Optional.of(table), LinkTable.read(table.written(), 15));
        assertEquals(Optional.of(new LinkTable(List.of())), LinkTable.read(new byte[0], 0));
    }

    @Test
    void aLinkThatLinesCannotHoldIsLeftOut() {
        LinkTable.Row odd = new LinkTable.Row(new CopiedLink(1, 1, false, "/x", "#a\nb"), 1, false, List.of("b:8080"));
        assertEquals(
                Optional.of(new LinkTable(List.of(TWO))),
                LinkTable.read(new LinkTable(List.of(odd, TWO)).written(), 15));
    }

    @Test
    void whatLiesOutsideOfThePageOrInAnotherLinkIsNotBelieved() {
        assertEquals(Optional.empty(), LinkTable.read(new LinkTable(List.of(ONE, TWO)).written(), 14));
        assertEquals(Optional.empty(), LinkTable.read(new LinkTable(List.of(TWO, ONE)).written(), 100));
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
