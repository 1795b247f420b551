package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the addresses of nodes, from the member list, from themselves and from others. */
class NodeLocatorTest {
    private static final List<String> VOTERS = List.of("n1", "n2", "n3");

    private final MemberList book = new MemberList(at("n1", 4001));
    private final NodeLocator where = new NodeLocator(book, VOTERS);

    private static ClusterMember at(String name, int port) {
        return new ClusterMember(
                name, port, NodeRole.ALL, port(port), null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private static InetSocketAddress port(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    @Test
    void twoThatHaveJustStartedAreToldOfEachOtherByTheThird() {
        var third = new MemberList(at("n2", 4002));
        var knows = new NodeLocator(third, VOTERS);
        third.others(List.of(at("n3", 4003)));
        where.hear("n2", knows.tell());
        assertEquals(port(4002), where.of("n2"));
        assertEquals(port(4003), where.of("n3"));
        var fresh = new NodeLocator(new MemberList(at("n3", 4003)), VOTERS);
        fresh.hear("n1", where.tell());
        assertEquals(port(4001), fresh.of("n1"));
        assertEquals(port(4002), fresh.of("n2"));
    }

    @Test
    void theMemberListIsBelievedBeforeAllOthers() {
        where.hear("n2", "n2=127.0.0.1:7");
        book.others(List.of(at("n2", 4002)));
        assertEquals(port(4002), where.of("n2"));
        book.others(List.of());
        assertEquals(port(4002), where.of("n2"), "and is remembered");
        where.hear("n2", "n2=127.0.0.1:9");
        assertEquals(port(9), where.of("n2"), "until it has come back");
    }

    @Test
    void whoHasMovedAndSaysSoIsNotLookedForWhereTheListStillHasIt() {
        book.others(List.of(at("n2", 4002)));
        assertEquals(port(4002), where.of("n2"));
        where.hear("n2", "n2=127.0.0.1:9");
        assertEquals(port(4002), where.of("n2"), "as long as somebody may answer there");
        where.doubt("n2", port(4002));
        assertEquals(port(4002), where.of("n2"), "nothing else is known");
        where.hear("n2", "n2=127.0.0.1:9");
        assertEquals(port(9), where.of("n2"));
        where.hear("n2", "n2=127.0.0.1:4002");
        assertEquals(port(4002), where.of("n2"), "it has come back");
    }

    @Test
    void whatIsToldOfOthersCountsWhereNothingIsKnownOrNobodyAnswers() {
        where.hear("x", "x=127.0.0.1:5 n2=127.0.0.1:7");
        where.hear("x", "x=127.0.0.1:5 n2=127.0.0.1:8");
        assertEquals(port(8), where.of("n2"), "hearsay against hearsay: the last");
        where.hear("n2", "n2=127.0.0.1:9");
        where.hear("x", "x=127.0.0.1:5 n2=127.0.0.1:8");
        assertEquals(port(9), where.of("n2"));
        where.doubt("n2", port(1));
        where.hear("x", "x=127.0.0.1:5 n2=127.0.0.1:8");
        assertEquals(port(9), where.of("n2"), "that doubt was about another address");
        where.doubt("n2", port(9));
        where.hear("x", "x=127.0.0.1:5 n2=127.0.0.1:8");
        assertEquals(port(8), where.of("n2"));
    }

    @Test
    void whoDoesNotKnowWhereItIsIsNotTakenForWhoeverItNames() {
        assertEquals("", new NodeLocator(new MemberList(ClusterMember.named("n2", 2)), VOTERS).tell());
        where.hear("n2", "n2=127.0.0.1:7");
        where.hear("x", "n2=127.0.0.1:8 x=127.0.0.1:5");
        assertEquals(port(7), where.of("n2"), "it stands first, and did not write");
        assertEquals(port(5), where.of("x"));
    }

    @Test
    void nonsenseChangesNothing() {
        for (String told : List.of("", " ", "n2", "n2=", "=127.0.0.1:1", "n2=example.org:80", "n2=127.0.0.1:0")) {
            where.hear("n2", told);
            where.hear("x", "x=127.0.0.1:5 " + told);
        }
        where.hear("n2", null);
        assertNull(where.of("n2"));
        where.hear("x", "x=127.0.0.1:5 stranger=127.0.0.1:6");
        assertNull(where.of("stranger"), "others are told of voters alone");
    }

    @Test
    void namesThatComeAndGoForEverAreNotRememberedForEver() {
        where.hear("n2", "n2=127.0.0.1:4002");
        IntStream.range(0, 3 * NodeLocator.MOST).forEach(i -> where.hear("m" + i, "m" + i + "=127.0.0.1:5000"));
        long remembered = IntStream.range(0, 3 * NodeLocator.MOST)
                .filter(i -> where.of("m" + i) != null)
                .count();
        assertTrue(remembered <= NodeLocator.MOST, "remembered: " + remembered);
        assertEquals(port(4002), where.of("n2"));
    }
}
