package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.EncodedResponseHead;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time within which a whole body has to come, and its consequences for the node that is late. */
class BodyDeadlineTest {
    private static final DocumentPath PATH = DocumentPath.parse("/a.html");
    private static final int LARGEST = 1 << 20;

    private static PeerClient peers(LinkStage stage, OutgoingLinks links, ClusterTimeouts timings, Ticker ticker) {
        return stage.peers(links, timings, new PeerLoads(), ticker);
    }

    private static ClusterTimeouts timings() {
        return new ClusterTimeouts(SettingValues.none())
                .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
                .with(ClusterTimeouts.CONNECT, Duration.ofSeconds(10));
    }

    private static ClusterMember node(ServerSocket socket) {
        InetSocketAddress address = (InetSocketAddress) socket.getLocalSocketAddress();
        return new ClusterMember(
                "n2", LinkStage.TAG, NodeRole.ALL, address, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private static void readAll(PeerObjectResult answer) throws IOException {
        try (Document document =
                assertInstanceOf(PeerObjectResult.Copy.class, answer).document()) {
            assertInstanceOf(Body.Streamed.class, document.body()).in().readAllBytes();
        }
    }

    @Test
    void aNodeWhoseBodyIsLateIsNotAskedAgainAtOnce() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> OutgoingLinkTest.beginABody(socket));
            // The reader's time ends long before the link's.
            ClusterTimeouts hasty = timings().with(ClusterTimeouts.PROGRESS, Duration.ofMillis(50));
            PeerClient peers = peers(stage, links, hasty, Ticker.system());
            PeerObjectResult answer = peers.fetch(node(socket), PATH, AgedCount.NONE);
            assertThrows(SocketTimeoutException.class, () -> readAll(answer));
            Eventually.that("it is silent", () -> stage.isSilent(links, node(socket)));
            assertEquals(
                    new PeerObjectResult.Failed("n2: did not answer a moment ago"),
                    peers.fetch(node(socket), PATH, AgedCount.NONE));
        }
    }

    @Test
    void aHolderOfAResponseWhoseBodyIsLateIsNotAskedAgainAtOnce() throws Exception {
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            EncodedResponseHead reply = EncodedResponseHead.of(SampleFrames.reply(true, 0), "", 0);
            ByteBuf part = Unpooled.copiedBuffer(SampleFrames.BODY);
            Thread.ofVirtual().start(() -> OutgoingLinkTest.beginABody(socket, new PeerFrame.Given(reply, 1000, part)));
            ClusterTimeouts hasty = timings().with(ClusterTimeouts.PROGRESS, Duration.ofMillis(50));
            PeerClient peers = peers(stage, links, hasty, Ticker.system());
            SharedResponseRequest ask = SharedResponseRequest.asHeld("http://origin.test/a");
            SharedResponseResult answer = peers.join(node(socket), ask, Duration.ofSeconds(10));
            try (InputStream body =
                    assertInstanceOf(SharedResponseResult.Given.class, answer).body()) {
                assertThrows(IOException.class, body::readAllBytes);
            }
            Eventually.that("it is silent", () -> stage.isSilent(links, node(socket)));
            assertEquals(
                    new SharedResponseResult.Refused("n2: did not answer a moment ago"),
                    peers.join(node(socket), ask, Duration.ofSeconds(10)));
        }
    }

    @Test
    void aResponseThatIsTransferredComesWithinItsTimeout() throws Exception {
        ManualTicker ticker = new ManualTicker();
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            EncodedResponseHead reply = EncodedResponseHead.of(SampleFrames.reply(true, 0), "", 0);
            ByteBuf part = Unpooled.copiedBuffer(SampleFrames.BODY);
            Thread.ofVirtual()
                    .start(() -> OutgoingLinkTest.beginABody(socket, new PeerFrame.Given(reply, 2 * LARGEST, part)));
            PeerClient peers = peers(stage, links, timings(), ticker);
            SharedResponseRequest ask = SharedResponseRequest.asHeld("http://origin.test/a");
            SharedResponseResult answer = peers.join(node(socket), ask, Duration.ofSeconds(2));
            ticker.advance(Duration.ofSeconds(2));
            try (InputStream body =
                    assertInstanceOf(SharedResponseResult.Given.class, answer).body()) {
                assertThrows(SocketTimeoutException.class, body::readAllBytes);
            }
        }
    }

    @Test
    void aBodyOfAnyLengthHasATimeWithinWhichItMustCome() throws Exception {
        ManualTicker ticker = new ManualTicker();
        try (LinkStage stage = new LinkStage();
                OutgoingLinks links = stage.plainLinks(LinkStage.TIMES);
                ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> OutgoingLinkTest.beginABody(socket, 2 * LARGEST));
            PeerClient peers = peers(stage, links, timings(), ticker);
            PeerObjectResult answer = peers.fetch(node(socket), PATH, AgedCount.NONE);
            ticker.advance(Duration.ofHours(1));
            assertThrows(SocketTimeoutException.class, () -> readAll(answer));
        }
    }
}
