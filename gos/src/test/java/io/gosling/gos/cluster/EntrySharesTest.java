package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import io.gosling.gos.CountSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A real cluster of unlike nodes: directory entries are where the capacity is. */
class EntrySharesTest {
    private static final int FILES = 800;

    private final Transport transport = Transport.open(TransportKind.NIO, 2, "test");
    private final ClusterSecret secret = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
    private final Site site = Site.empty();
    private final List<ObjectSpaceNode> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.reversed().forEach(ObjectSpaceNode::close);
        site.close();
        transport.close();
    }

    private ObjectSpaceNode start(String name, NodeRole role, double weight) throws IOException {
        ObjectSpaceNode node = ObjectSpaceNode.open(
                ObjectSpaceSettings.of(name, 4 << 20).with(CountSettings.INTERVAL, Duration.ofMillis(200)),
                DocumentRoot.at(site.directory()),
                transport,
                Ticker.system());
        List<String> join = nodes.stream()
                .map(other -> SocketAddressFormat.text(Objects.requireNonNull(other.clusterAddress())))
                .toList();
        nodes.add(node);
        node.join(ClusterSettings.of(name, role, Members.ANY_PORT, secret)
                .withPeer(Members.ANY_PORT)
                .withProfile(new NodeProfile(null, weight, Set.of()))
                // A busy machine is no reason to go without an entry's owner.
                .with(ClusterTimeouts.LOCATE, Duration.ofSeconds(5))
                .joining(join));
        Eventually.that(name + " joins", node::isJoined);
        return node;
    }

    @Test
    void nodesOwnEntriesInProportionToTheirWeightsAndWebNodesNone() throws Exception {
        for (int i = 0; i < FILES; i++) {
            site.file("p" + i + ".html", "page " + i);
        }
        ObjectSpaceNode small = start("small", NodeRole.ALL, 0.5);
        ObjectSpaceNode middle = start("middle", NodeRole.STORE, 1);
        ObjectSpaceNode large = start("large", NodeRole.ALL, 2.5);
        ObjectSpaceNode web = start("web", NodeRole.WEB, 100);
        Eventually.that(
                "all see the same owners of entries",
                () -> nodes.stream()
                        .allMatch(node -> node.members().size() == nodes.size() - 1
                                && node.ownersFingerprint() == small.ownersFingerprint()));

        for (int i = 0; i < FILES; i++) {
            LookupResult.Found page = assertInstanceOf(
                    LookupResult.Found.class, web.documents().find(DocumentPath.parse("/p" + i + ".html")));
            page.document().close();
        }

        Eventually.that(
                "every page has its entry",
                () -> nodes.stream().mapToInt(ObjectSpaceNode::entriesOwned).sum() >= FILES);
        assertEquals(0, web.entriesOwned());
        assertShare(0.125, small);
        assertShare(0.25, middle);
        assertShare(0.625, large);
    }

    /** The owner of an entry follows from names alone, so the same share is found each time. */
    private static void assertShare(double weight, ObjectSpaceNode node) {
        double share = (double) node.entriesOwned() / FILES;
        assertTrue(Math.abs(share - weight) < 0.2 * weight, () -> weight + " of all, and owns " + share);
    }
}
