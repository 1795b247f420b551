package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeRequest.Strength;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whole nodes: real members, real sockets, real files. */
class ObjectSpaceNodeTest {
    private final Transport transport = Transport.open(TransportKind.NIO, 2, "test");
    private final ClusterSecret secret = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
    private final List<ObjectSpaceNode> nodes = new ArrayList<>();
    private final List<Site> sites = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.reversed().forEach(ObjectSpaceNode::close);
        sites.forEach(Site::close);
        transport.close();
    }

    private Site site() {
        Site site = Site.empty();
        sites.add(site);
        return site;
    }

    private ObjectSpaceNode start(String name, Site site) throws IOException {
        return start(name, site, settings -> settings, secret);
    }

    /** A node that reports five times a second and is not hurried by a busy machine. */
    private ObjectSpaceNode start(
            String name, Site site, UnaryOperator<ObjectSpaceSettings> change, ClusterSecret itsSecret)
            throws IOException {
        var settings = ObjectSpaceSettings.of(name, 4 << 20)
                .with(CountSettings.INTERVAL, Duration.ofMillis(200))
                .with(CountSettings.SLICES, 5);
        var node = ObjectSpaceNode.open(
                change.apply(settings), DocumentRoot.at(site.directory()), transport, Ticker.system());
        List<String> join = nodes.stream()
                .map(other -> SocketAddressFormat.text(Objects.requireNonNull(other.clusterAddress())))
                .toList();
        nodes.add(node);
        node.join(ClusterSettings.of(name, NodeRole.ALL, Members.ANY_PORT, itsSecret)
                .withPeer(Members.ANY_PORT)
                .with(ClusterTimeouts.MEMORY_FIRST_BYTE, Duration.ofSeconds(5))
                .with(ClusterTimeouts.PROGRESS, Duration.ofSeconds(10))
                .with(ClusterTimeouts.LOCATE, Duration.ofSeconds(5))
                .joining(join));
        Eventually.that(name + " joins", node::isJoined);
        return node;
    }

    private void settle() {
        for (ObjectSpaceNode node : nodes) {
            Eventually.that("all are seen", () -> node.members().size() == nodes.size() - 1);
        }
        Eventually.that(
                "all see the same owners of entries",
                () -> nodes.stream()
                                .mapToInt(ObjectSpaceNode::ownersFingerprint)
                                .distinct()
                                .count()
                        == 1);
    }

    /** The source of a document and its text. */
    private static String get(ObjectSpaceNode node, String path) {
        try {
            LookupResult lookup = node.documents().find(DocumentPath.parse(path));
            if (!(lookup instanceof LookupResult.Found found)) {
                return lookup.getClass().getSimpleName();
            }
            try (Document document = found.document()) {
                byte[] bytes = switch (document.body()) {
                    case Body.InMemory memory -> ByteBufUtil.getBytes(memory.bytes());
                    case Body.InFile file -> new byte[0];
                    case Body.Streamed stream -> stream.in().readAllBytes();
                    case Body.Written written -> throw new AssertionError("a document is never " + written);
                };
                return document.provenance().from().label() + " of "
                        + document.provenance().node() + ": " + new String(bytes, StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            return "failed: " + e.getMessage();
        }
    }

    private static String kind(ObjectSpaceNode node, String path) {
        String answer = get(node, path);
        return answer.substring(0, Math.max(0, answer.indexOf(" of ")));
    }

    @Test
    void threeNodesShareOneMemory() throws Exception {
        Site site = site();
        for (int i = 0; i < 60; i++) {
            site.file("p" + i + ".html", "page " + i);
        }
        var n1 = start("n1", site);
        var n2 = start("n2", site);
        var n3 = start("n3", site);
        settle();
        for (int i = 0; i < 60; i++) {
            assertEquals("local-disk of n1: page " + i, get(n1, "/p" + i + ".html"));
        }
        for (int i = 0; i < 60; i++) {
            String path = "/p" + i + ".html";
            String kind = kind(i % 2 == 0 ? n2 : n3, path);
            assertTrue(kind.equals("peer-memory") || kind.equals("home-memory"), kind);
            assertTrue(get(i % 2 == 0 ? n2 : n3, path).startsWith("local-memory"));
        }
        assertEquals(
                60, n2.statistics().of(Event.PEER_FETCHES) + n3.statistics().of(Event.PEER_FETCHES));
        Eventually.that(
                "n1 hears of all accesses", () -> n1.hottest(60).stream().allMatch(object -> object.agac() == 3));
        assertTrue(n1.entriesOwned() + n2.entriesOwned() + n3.entriesOwned() >= 60);
    }

    /** In place, in as many bytes, and with the time set back: only the time of the last change tells. */
    @Test
    void otherBytesUnderTheirOldTimeAreServedByEveryNode() throws Exception {
        Site site = site().file("a.js", "version=1");
        Path file = site.directory().resolve("a.js");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
        UnaryOperator<ObjectSpaceSettings> quick =
                settings -> settings.with(FreshnessSettings.INTERVAL, Duration.ofMillis(100));
        var n1 = start("n1", site, quick, secret);
        var n2 = start("n2", site, quick, secret);
        settle();
        for (ObjectSpaceNode node : nodes) {
            Eventually.that("it is in memory", () -> get(node, "/a.js").startsWith("local-memory"));
        }
        FileStamp former = FileStamp.of(file);
        do {
            Files.writeString(file, "version=2");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
        } while (FileStamp.of(file).equals(former));
        assertEquals(former.modifiedNanos(), FileStamp.of(file).modifiedNanos());
        for (ObjectSpaceNode node : List.of(n2, n1)) {
            Eventually.that("the new bytes come", () -> get(node, "/a.js").endsWith("version=2"));
        }
    }

    @Test
    void anEmptiedTableFindsNobodyUntilReportsHaveFilledIt() throws Exception {
        Site site = site();
        for (int i = 0; i < 40; i++) {
            site.file("p" + i + ".html", "page " + i);
        }
        var n1 = start("n1", site, s -> s.with(CountSettings.INTERVAL, Duration.ofMinutes(1)), secret);
        var n2 = start("n2", site);
        settle();
        for (int i = 0; i < 40; i++) {
            get(n1, "/p" + i + ".html");
        }
        n1.emptyTable();
        assertEquals("local-disk", kind(n2, "/p0.html"));
        assertEquals("local-disk", kind(n2, "/p1.html"));
        n2.emptyTable();
        Eventually.that("n2 has announced again what it holds", () -> {
            String kind = kind(start3(site), "/p0.html");
            return kind.equals("peer-memory") || kind.equals("home-memory") || kind.equals("local-memory");
        });
        assertEquals("local-disk", kind(n2, "/p2.html"));
    }

    @Test
    void aNodeThatWasAloneAnnouncesWhatItHoldsWhenAnotherJoins() throws Exception {
        Site site = site();
        for (int i = 0; i < 40; i++) {
            site.file("p" + i + ".html", "page " + i);
        }
        var n1 = start("n1", site, s -> s.with(CountSettings.SLICES, 1000), secret);
        for (int i = 0; i < 40; i++) {
            get(n1, "/p" + i + ".html");
        }
        assertEquals(0, n1.entriesOwned());
        assertEquals(0, n1.statistics().of(Event.LOCATES));
        var n2 = start("n2", site);
        settle();
        Eventually.that("the directory is filled", () -> n1.entriesOwned() + n2.entriesOwned() == 40);
        for (int i = 0; i < 40; i++) {
            String kind = kind(n2, "/p" + i + ".html");
            assertTrue(kind.equals("peer-memory") || kind.equals("home-memory"), kind);
        }
    }

    @Test
    void whatALeavingNodeAloneHasIsInTheOthersMemory() throws Exception {
        Site site = site();
        for (int i = 0; i < 60; i++) {
            site.file("p" + i + ".html", "page " + i);
        }
        var n1 = start("n1", site);
        var n2 = start("n2", site);
        var n3 = start("n3", site);
        settle();
        for (int i = 0; i < 60; i++) {
            get(n1, "/p" + i + ".html");
        }
        n1.announceLeaving();
        Eventually.that(
                "n2 knows that n1 leaves",
                () -> n2.members().stream().anyMatch(node -> node.name().equals("n1") && node.draining()));
        DrainTransferReport report = n1.handOver(Duration.ofMinutes(1));
        assertEquals(60, report.moved().kept());
        assertEquals(Set.of("n2", "n3"), report.to());
        n1.close();
        for (int i = 0; i < 60; i++) {
            String kind = kind(i % 2 == 0 ? n2 : n3, "/p" + i + ".html");
            assertTrue(kind.endsWith("-memory"), kind);
        }
        nodes.remove(n1);
    }

    private ObjectSpaceNode start3(Site site) {
        if (nodes.size() == 3) {
            return nodes.get(2);
        }
        try {
            var n3 = start(
                    "n3",
                    site,
                    s -> s.withCache(CacheSettings.of(0)
                            .with(CacheSettings.MAX_OBJECT, 0L)
                            .with(CacheSettings.HEADROOM, 0L)
                            .with(CacheSettings.REPLACEMENT, "lru")),
                    secret);
            settle();
            return n3;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFileThatOnlyItsHomeHasIsServedByAll() throws Exception {
        Site first = site().file("only/a.html", "alpha")
                .file("only/big.bin", Site.noise(3 << 20, 1))
                .file("objects/a.html", "as of programs");
        Site second = site();
        UnaryOperator<ObjectSpaceSettings> homes =
                s -> s.with(ObjectSpaceSettings.HOMES, Map.of("/only/", "n1", "/objects/", "n1"));
        var n1 = start("n1", first, homes, secret);
        var n2 = start("n2", second, homes, secret);
        settle();
        assertEquals("home-disk of n1: alpha", get(n2, "/only/a.html"));
        assertEquals("local-memory of n2: alpha", get(n2, "/only/a.html"));
        assertEquals("Absent", get(n2, "/only/none"));
        assertEquals("home-disk", kind(n2, "/only/big.bin"));
        assertEquals(1, n2.objectsHeld());
        assertEquals("home-disk of n1: as of programs", get(n2, "/objects/a.html"));
        n1.close();
        nodes.remove(n1);
        assertTrue(get(n2, "/only/b.html").startsWith("failed: home node n1"), get(n2, "/only/b.html"));
        assertEquals("local-memory of n2: alpha", get(n2, "/only/a.html"));
    }

    /** Purged objects leave memory when they are looked at next. */
    @Test
    void whatIsCountedAfterAPurgeCanBeServed() throws Exception {
        Site site = site();
        for (String name : List.of("a", "b", "img/c", "img/d", "e")) {
            site.file(name + ".html", name);
        }
        ObjectSpaceNode alone = ObjectSpaceNode.open(
                ObjectSpaceSettings.of("n1", 4 << 20), DocumentRoot.at(site.directory()), transport, Ticker.system());
        nodes.add(alone);
        List.of("/a.html", "/b.html", "/img/c.html", "/img/d.html", "/e.html").forEach(path -> get(alone, path));
        assertEquals(5, alone.objectsHeld());
        long one = alone.bytesHeld() / 5;
        assertTrue(purge(alone, new PurgeSelector.Url("/a.html"), Strength.HARD).complete());
        assertEquals(4, alone.objectsHeld());
        assertTrue(alone.bytesHeld() < 5 * one);
        purge(alone, new PurgeSelector.Prefix("/img/"), Strength.HARD);
        assertEquals(0, alone.countPurged(purgeOf(new PurgeSelector.Prefix("/img/"), Strength.HARD)));
        assertEquals(1, alone.countPurged(purgeOf(new PurgeSelector.Url("/b.html"), Strength.HARD)));
        assertEquals(2, alone.objectsHeld());
        purge(alone, new PurgeSelector.Url("/b.html"), Strength.SOFT);
        assertEquals(2, alone.objectsHeld(), "a stale copy is held");
        purge(alone, new PurgeSelector.Prefix("/"), Strength.HARD);
        assertEquals(0, alone.objectsHeld());
        assertEquals(0, alone.bytesHeld());
    }

    private static PurgeRequest purgeOf(PurgeSelector selector, Strength strength) {
        return new PurgeRequest(List.of(selector), strength);
    }

    private static PurgeOutcome purge(ObjectSpaceNode node, PurgeSelector selector, Strength strength) {
        return node.purge(purgeOf(selector, strength)).join();
    }

    @Test
    void aChangedFileInvalidatesTheCopiesOnOtherNodes() throws Exception {
        Site site = site().file("a.html", "old");
        UnaryOperator<ObjectSpaceSettings> quick = s ->
                s.with(FreshnessSettings.INTERVAL, Duration.ofMillis(50)).with(FreshnessSettings.GRACE, Duration.ZERO);
        UnaryOperator<ObjectSpaceSettings> slow = s ->
                s.with(FreshnessSettings.INTERVAL, Duration.ofHours(1)).with(FreshnessSettings.GRACE, Duration.ZERO);
        var n1 = start("n1", site, quick, secret);
        var n2 = start("n2", site, slow, secret);
        settle();
        get(n1, "/a.html");
        assertTrue(get(n2, "/a.html").endsWith(": old"));
        site.file("a.html", "new one");
        Eventually.that("n1 notices", () -> get(n1, "/a.html").endsWith(": new one"));
        Eventually.that("n2 was told", () -> get(n2, "/a.html").endsWith(": new one"));
        assertEquals(1, n2.statistics().of(Event.INVALIDATIONS_RECEIVED));
    }

    @Test
    void aHolderThatIsGoneCostsOneTryAndTheDiskAnswers() throws Exception {
        Site site = site().file("a.html", "alpha");
        var n1 = start("n1", site);
        var n2 = start("n2", site);
        settle();
        get(n1, "/a.html");
        n1.close();
        nodes.remove(n1);
        assertEquals("local-disk of n2: alpha", get(n2, "/a.html"));
        Eventually.that("it is seen to be gone", () -> n2.members().isEmpty());
    }

    @Test
    void aNodeThatRejoinsIsANewOne() throws Exception {
        Site site = site().file("a.html", "alpha");
        var n1 = start("n1", site);
        var n2 = start("n2", site);
        settle();
        int before = n2.self().tag();
        get(n2, "/a.html");
        n2.close();
        nodes.remove(n2);
        Eventually.that("it is gone", () -> n1.members().isEmpty());
        var again = start("n2", site);
        settle();
        assertTrue(again.self().tag() != before);
        assertEquals("local-disk of n1: alpha", get(n1, "/a.html"));
        long confirmed = n1.statistics().of(Event.REPORTS_CONFIRMED);
        Eventually.that("n1 has announced its copy", () -> n1.statistics().of(Event.REPORTS_CONFIRMED) > confirmed);
        String kind = kind(again, "/a.html");
        assertTrue(kind.equals("peer-memory") || kind.equals("home-memory"), kind);
    }

    @Test
    void withoutCooperationNobodyAsksAnybody() throws Exception {
        Site site = site().file("a.html", "alpha");
        var n1 = start("n1", site, s -> s.with(ObjectSpaceSettings.COOPERATION, false), secret);
        var n2 = start("n2", site, s -> s.with(ObjectSpaceSettings.COOPERATION, false), secret);
        settle();
        get(n1, "/a.html");
        assertEquals("local-disk of n2: alpha", get(n2, "/a.html"));
        assertEquals(0, n2.statistics().of(Event.LOCATES));
    }

    @Test
    void theEventLoopPathServesWhatTheWorkerPathBroughtAndItsAccessesAreCounted() throws Exception {
        Site site = site().file("a.html", "alpha");
        var n1 = start("n1", site);
        get(n1, "/a.html");
        for (int i = 0; i < 4; i++) {
            StoredDocument hot = n1.hotDocuments().acquire("/a.html", System.nanoTime());
            Objects.requireNonNull(hot).release();
        }
        Eventually.that("all five are counted", () -> n1.hottest(1).getFirst().agac() == 5);
        assertEquals(5, n1.hottest(1).getFirst().lac());
        assertEquals("n1", n1.hottest(1).getFirst().home());
    }

    @Test
    void aNodeThatHasLeftServesOn() throws Exception {
        Site site = site().file("a.html", "alpha").file("b.html", "beta");
        var n1 = start("n1", site);
        var n2 = start("n2", site);
        settle();
        get(n2, "/a.html");
        n2.leave();
        assertEquals("local-memory of n2: alpha", get(n2, "/a.html"));
        assertEquals("local-disk of n2: beta", get(n2, "/b.html"));
        Eventually.that("n1 is alone", () -> n1.members().isEmpty());
    }

    @Test
    void aPeerPortInUseIsSaid() throws Exception {
        Site site = site();
        var n1 = start("n1", site);
        var taken = new InetSocketAddress(
                Members.ANY_PORT.getAddress(),
                Objects.requireNonNull(n1.peerAddress()).getPort());
        var second = ObjectSpaceNode.open(
                ObjectSpaceSettings.of("n2", 1 << 20), DocumentRoot.at(site.directory()), transport, Ticker.system());
        nodes.add(second);
        var settings = ClusterSettings.of("n2", NodeRole.ALL, Members.ANY_PORT).withPeer(taken);
        IOException e = assertInstanceOf(IOException.class, thrownBy(() -> second.join(settings)));
        assertTrue(String.valueOf(e.getMessage()).contains(Integer.toString(taken.getPort())), e::getMessage);
    }

    private interface Action {
        void run() throws Exception;
    }

    private static Exception thrownBy(Action action) {
        try {
            action.run();
        } catch (Exception e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }
}
