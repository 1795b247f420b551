package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.testing.Eventually;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The links of a node to others, over sockets of the loopback address. */
class OutgoingLinksTest {
    private static final PeerFrame FETCH =
            new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, "/a.html", AgedCount.NONE, 0);

    private static OutgoingLinks links(LinkStage stage) throws IOException {
        stage.hold("/a.html");
        return stage.links(KnownPurgeVersions.none(), LinkStage.TIMES);
    }

    private static ClusterMember node(LinkStage stage) {
        return new ClusterMember(
                "n2",
                LinkStage.TAG,
                NodeRole.ALL,
                stage.address(),
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
    }

    @Test
    void aLoopHasOneLinkToANodeUntilItIsOver() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            ClusterMember node = node(stage);
            OutgoingLink link = stage.onLoop(() -> links.to(node, stage.loop));
            assertSame(link, stage.onLoop(() -> links.to(node, stage.loop)));
            stage.ask(link, FETCH).whole();
            stage.onLoop(() -> {
                link.close("a reason");
                return true;
            });
            OutgoingLink next = stage.onLoop(() -> links.to(node, stage.loop));
            assertNotSame(link, next);
            stage.ask(next, FETCH).whole();
        }
    }

    @Test
    void aNodeThatIsSilentOnOneLinkIsNotAskedOnAnotherUntilSomethingComesFromIt() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ClusterMember node = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            OutgoingLink one = stage.onLoop(() -> links.to(node, stage.loop));
            EventLoop other = otherLoop(stage);
            try (Socket first = GreetingNode.accept(socket)) {
                assertFalse(stage.isSilent(links, node));
                assertEquals(
                        new PeerRefusal.Silent("no answer in time"),
                        stage.ask(one, FETCH, Duration.ofMillis(5), true).refusal());
                assertTrue(stage.isSilent(links, node));
                OutgoingLink two = other.submit(() -> links.to(node, other)).get();
                assertNotSame(one, two);
                var early = new HeardAnswer(two, true);
                other.submit(() -> two.ask(FETCH, Long.MAX_VALUE, early)).get();
                assertEquals(new PeerRefusal.Unasked("did not answer a moment ago"), early.refusal());
                try (Socket second = GreetingNode.accept(socket)) {
                    Eventually.that(
                            "its greeting has come",
                            () -> !other.submit(two::isSilent)
                                    .syncUninterruptibly()
                                    .getNow());
                    assertEquals(
                            new PeerRefusal.Unasked("did not answer a moment ago"),
                            stage.ask(one, FETCH).refusal(),
                            "this link still owes an answer");
                    var again = new HeardAnswer(two, true);
                    other.submit(() -> two.ask(FETCH, Long.MAX_VALUE, again)).get();
                    assertFalse(again.isOver(), "the other one does not");
                    second.shutdownOutput();
                }
                first.shutdownOutput();
                assertEquals(
                        new PeerRefusal.Gone("the connection was closed"),
                        again(stage, one).refusal());
            }
        }
    }

    @Test
    void theEndOfThisNodeMakesNoOtherNodeSilent() throws Exception {
        try (LinkStage stage = new LinkStage();
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
            ClusterMember node = LinkStage.node((InetSocketAddress) socket.getLocalSocketAddress());
            OutgoingLink link = stage.onLoop(() -> links.to(node, stage.loop));
            HeardAnswer heard = stage.ask(link, FETCH);
            links.close();
            assertEquals(new PeerRefusal.Gone("this node is stopping"), heard.refusal());
            assertFalse(stage.isSilent(links, node));
        }
    }

    private static EventLoop otherLoop(LinkStage stage) {
        EventLoop next = stage.transport.eventLoops().next();
        return next.equals(stage.loop) ? otherLoop(stage) : next;
    }

    private static HeardAnswer again(LinkStage stage, OutgoingLink link) {
        Eventually.that("the link is over", () -> stage.onLoop(link::isOver));
        return stage.ask(link, FETCH);
    }

    /** A body is on its way, of which nothing is consumed. */
    private static HeardAnswer slowly(LinkStage stage, OutgoingLink link) throws IOException {
        stage.site.file("large.bin", new byte[1 << 20]);
        stage.hold("/large.bin");
        PeerFrame fetch = new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, "/large.bin", AgedCount.NONE, 0);
        HeardAnswer slow = stage.ask(link, fetch, Duration.ofSeconds(20), false);
        Eventually.that("it has begun", () -> slow.held > 0);
        return slow;
    }

    private static void wear(LinkStage stage, OutgoingLink link) {
        stage.onLoop(() -> {
            while (!link.isWorn()) {
                link.count(Integer.MAX_VALUE);
            }
            return true;
        });
    }

    @Test
    void aWornLinkIsReplacedAndEndsWithItsLastQuestion() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            ClusterMember node = node(stage);
            OutgoingLink worn = stage.onLoop(() -> links.to(node, stage.loop));
            HeardAnswer slow = slowly(stage, worn);
            wear(stage, worn);
            OutgoingLink next = stage.onLoop(() -> links.to(node, stage.loop));
            assertNotSame(worn, next);
            stage.ask(next, FETCH).whole();
            assertEquals(2, stage.load.links());
            stage.onLoop(() -> {
                worn.cancel(slow.id);
                return true;
            });
            Eventually.that("the worn one has ended", () -> stage.load.links() == 1);
            assertSame(next, stage.onLoop(() -> links.to(node, stage.loop)));
        }
    }

    @Test
    void aWornLinkEndsWithItsNode() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            OutgoingLinks links = links(stage);
            OutgoingLink worn = stage.onLoop(() -> links.to(node(stage), stage.loop));
            HeardAnswer slow = slowly(stage, worn);
            wear(stage, worn);
            stage.onLoop(() -> links.to(node(stage), stage.loop));
            links.close();
            assertEquals(new PeerRefusal.Gone("this node is stopping"), slow.refusal());
        }
    }

    @Test
    void linksToNodesThatHaveLeftAreClosed() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            OutgoingLink link = stage.onLoop(() -> links.to(node(stage), stage.loop));
            stage.ask(link, FETCH).whole();
            links.retain(KnownNodes.alone(ClusterMember.named("n1", LinkStage.ASKER)));
            Eventually.that("the other node has noticed", () -> stage.load.links() == 0);
            assertEquals(
                    new PeerRefusal.Gone("it has left"), stage.ask(link, FETCH).refusal());
        }
    }

    @Test
    void aNodeWithoutAPeerChannelHasALinkThatIsOver() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = links(stage)) {
            OutgoingLink link = stage.onLoop(() -> links.to(LinkStage.PEER, stage.loop));
            assertTrue(link.isOver());
            assertInstanceOf(PeerRefusal.Gone.class, stage.ask(link, FETCH).refusal());
        }
    }

    @Test
    void afterTheCloseNoLinkIsOpened() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            OutgoingLinks links = links(stage);
            OutgoingLink link = stage.onLoop(() -> links.to(node(stage), stage.loop));
            stage.ask(link, FETCH).whole();
            links.close();
            Eventually.that("the other node has noticed", () -> stage.load.links() == 0);
            assertTrue(stage.onLoop(() -> links.to(node(stage), stage.loop)).isOver());
        }
    }
}
