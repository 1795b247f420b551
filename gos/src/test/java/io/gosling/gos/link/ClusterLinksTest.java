package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.gosling.document.Body;
import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.settings.SettingValues;
import io.gosling.testing.RawConnection;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A port that speaks HTTP and links, as the peer port does. */
class ClusterLinksTest {
    private static final DocumentPath PATH = DocumentPath.parse("/a.html");
    private static final ClusterTimeouts TIMINGS = new ClusterTimeouts(SettingValues.none())
            .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(10))
            .with(ClusterTimeouts.CONNECT, Duration.ofSeconds(10));

    private static ClusterLinks links(LinkStage stage, ClusterMember self) {
        return new ClusterLinks(
                LinkStage.SECRET,
                self,
                stage.service(),
                SharedResponseSource.none(),
                HomeReadService.none(),
                stage.entries,
                KnownPurgeVersions.none(),
                TIMINGS,
                LinkStage.TLS,
                Runnable::run,
                stage.transport,
                Ticker.system());
    }

    private static HttpServer serve(LinkStage stage, ClusterLinks links) throws IOException {
        ListenEndpoint endpoint = ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .withRaw(ClusterLinks.FIRST_BYTE, links::speak)
                .withCluster(new ListenEndpoint.Cluster(LinkStage.TLS, links::refused));
        return HttpServer.start(
                stage.transport,
                List.of(endpoint),
                HttpLimits.defaults(),
                CachedDocumentLookup.none(),
                request -> Response.text("http"),
                CompletedResponseListener.none(),
                null,
                Ticker.system());
    }

    @Test
    void onePortSpeaksBothAndDrainingEndsBoth() throws Exception {
        try (LinkStage stage = new LinkStage();
                ClusterLinks holder = links(stage, LinkStage.PEER);
                ClusterLinks asker = links(stage, ClusterMember.named("n1", LinkStage.ASKER));
                HttpServer server = serve(stage, holder)) {
            stage.hold("/a.html");
            ClusterMember node = new ClusterMember(
                    "n2",
                    LinkStage.TAG,
                    NodeRole.ALL,
                    server.address(),
                    null,
                    null,
                    ClusterMember.Phase.READY,
                    NodeProfile.PLAIN);
            PeerClient peers = asker.blocking(TIMINGS, 1 << 20, new PeerLoads(), Ticker.system());
            for (int i = 0; i < 4; i++) {
                PeerObjectResult answer = peers.fetch(node, PATH, AgedCount.NONE);
                try (var document =
                        assertInstanceOf(PeerObjectResult.Copy.class, answer).document()) {
                    byte[] bytes = assertInstanceOf(Body.Streamed.class, document.body())
                            .in()
                            .readAllBytes();
                    assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), bytes);
                }
            }
            try (RawConnection http = TlsClient.create().offering("http/1.1").open(server.address(), "localhost")) {
                assertEquals(200, http.get("/").status());
            }
            server.drain(Duration.ofSeconds(20));
            assertEquals(0, server.connections());
            assertInstanceOf(PeerObjectResult.Failed.class, peers.fetch(node, PATH, AgedCount.NONE));
        }
    }
}
