package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntryOwners;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.objecttable.LocalObjectTable;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The directory of three nodes whose entries are in their own memory, over real links. */
class DistributedObjectTableTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SETTLED = Duration.ofSeconds(30);

    private final ManualTicker ticker = new ManualTicker();
    private final Transport transport = Transport.open(TransportKind.NIO, 2, "test");
    private final List<DirectoryNode> nodes = new ArrayList<>();
    private final DirectoryNode n1 = node("n1", 1, NodeRole.ALL);
    private final DirectoryNode n2 = node("n2", 2, NodeRole.ALL);
    private final DirectoryNode n3 = node("n3", 3, NodeRole.ALL);
    private final DistributedObjectTable first = n1.table(LONG, n2.node, n3.node);
    private final DistributedObjectTable second = n2.table(LONG, n1.node, n3.node);
    private final DistributedObjectTable third = n3.table(LONG, n1.node, n2.node);

    private DirectoryNode node(String name, int tag, NodeRole role) {
        DirectoryNode made = new DirectoryNode(transport, name, tag, role, ticker);
        nodes.add(made);
        return made;
    }

    @AfterEach
    void close() {
        nodes.forEach(DirectoryNode::close);
        transport.close();
    }

    private static LocalCountReport count(String key, long count, Holding holding) {
        return new LocalCountReport(key, count, 0, 0, 0, 0, holding);
    }

    private static EntrySummary located(DistributedObjectTable table, String key) {
        return Objects.requireNonNull(table.locate(count(key, 0, Holding.UNSEEN), NOW));
    }

    /** A key with this owner. */
    private String keyOf(String owner) {
        return keysOf(owner, 1).getFirst();
    }

    private List<String> keysOf(String owner, int number) {
        return IntStream.range(0, 100_000)
                .mapToObj(i -> "/" + i)
                .filter(key -> owner.equals(first.ownerOf(key)))
                .limit(number)
                .toList();
    }

    @Test
    void allNodesAgreeOnOwnersAndReadWhatOneHasReported() {
        assertEquals(first.ownersFingerprint(), second.ownersFingerprint());
        assertEquals(first.ownersFingerprint(), third.ownersFingerprint());
        for (String owner : List.of("n1", "n2", "n3")) {
            String key = keyOf(owner);
            assertEquals(owner, third.ownerOf(key));
            assertEquals(
                    3,
                    Objects.requireNonNull(first.locate(count(key, 3, Holding.HELD), NOW))
                            .agac());
            assertEquals(List.of(1), located(second, key).holders());
            assertEquals(3, located(first, key).counted());
            assertEquals(0, located(third, key).counted());
        }
        assertEquals(3, first.entriesOwned() + second.entriesOwned() + third.entriesOwned());
        assertEquals(1, second.entriesOwned());
    }

    @Test
    void anEntryOfThisNodesOwnIsReadWithoutAQuestion() {
        String key = keyOf("n1");
        first.locate(count(key, 1, Holding.HELD), NOW);
        first.claimFetch(key, new FetchLeaderTag(1, 1), FetchLeaderTag.NOBODY);
        first.endFetch(key, new FetchLeaderTag(1, 1), true);
        first.filled(count(key, 2, Holding.HELD), NOW);
        first.notHeld(key, 9);
        first.changed(key, 0);
        first.report(List.of(count(key, 3, Holding.HELD)), NOW);
        assertEquals(0, n2.asked.get() + n3.asked.get());
        assertEquals(3, located(first, key).agac());
    }

    @Test
    void twoNodesThatClaimAFetchAreToldOneLeader() {
        String key = keyOf("n3");
        FetchLeaderTag one = new FetchLeaderTag(1, 5);
        FetchLeaderTag other = new FetchLeaderTag(2, 5);
        assertEquals(
                one,
                Objects.requireNonNull(first.claimFetch(key, one, FetchLeaderTag.NOBODY))
                        .lead());
        assertEquals(
                one,
                Objects.requireNonNull(second.claimFetch(key, other, FetchLeaderTag.NOBODY))
                        .lead());
        first.endFetch(key, one, true);
        Eventually.that(
                "the fetch has ended", () -> !located(second, key).lead().isSomebody());
        assertEquals(List.of(1), located(second, key).holders());
        assertEquals(
                other,
                Objects.requireNonNull(second.claimFetch(key, other, FetchLeaderTag.NOBODY))
                        .lead());
        second.endFetch(key, other, false);
        assertEquals(
                one, Objects.requireNonNull(first.claimFetch(key, one, other)).lead());
    }

    @Test
    void aChangeNamesThePreviousHoldersAndAGhostIsForgotten() {
        String key = keyOf("n2");
        first.filled(count(key, 1, Holding.HELD), NOW);
        third.locate(count(key, 1, Holding.HELD), NOW);
        Eventually.that("both are known", () -> located(first, key).holders().size() == 2);
        third.notHeld(key, 1);
        Eventually.that("one is forgotten", () -> located(first, key).holders().equals(List.of(3)));
        EntrySummary changed = Objects.requireNonNull(first.changed(key, 0));
        assertEquals(List.of(3), changed.holders());
        assertEquals(1, changed.version());
        assertEquals(List.of(), located(first, key).holders());
    }

    @Test
    void aReportGoesToEachOwnerInPartsAndIsConfirmedCountByCount() {
        List<LocalCountReport> counts = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            counts.add(count("/many/" + i, i + 1, Holding.SEEN));
        }
        counts.add(count("/none", 0, Holding.DROPPED));
        Map<String, EntrySummary> readings = first.report(counts, NOW);
        assertEquals(3001, readings.size());
        for (int i = 0; i < 3000; i++) {
            assertEquals(
                    i + 1, Objects.requireNonNull(readings.get("/many/" + i)).agac());
        }
        assertEquals(EntrySummary.nothing(), readings.get("/none"));
        assertEquals(3000, first.entriesOwned() + second.entriesOwned() + third.entriesOwned());
        int parts = n2.kinds.getOrDefault("REPORT", 0) + n3.kinds.getOrDefault("REPORT", 0);
        int least = Math.ceilDiv(second.entriesOwned(), PeerFrame.Report.MOST_COUNTS)
                + Math.ceilDiv(third.entriesOwned(), PeerFrame.Report.MOST_COUNTS);
        assertTrue(parts >= least && parts <= least + 1, parts + " parts; expected " + least + " or one more");
    }

    @Test
    void longKeysAreReportedInShorterParts() {
        String beginning = "/" + "x".repeat(8000) + "/";
        List<LocalCountReport> counts = IntStream.range(0, 200)
                .mapToObj(i -> count(beginning + i, 1, Holding.SEEN))
                .toList();
        assertEquals(200, first.report(counts, NOW).size());
    }

    @Test
    void aKeyBeyondTheBoundsOfAFrameIsNotAskedForAndCostsTheOwnerNothing() {
        String key = IntStream.range(0, 1000)
                .mapToObj(i -> "/" + "x".repeat(20_000) + i)
                .filter(one -> "n2".equals(first.ownerOf(one)))
                .findFirst()
                .orElseThrow();
        assertNotNull(first.locate(count(keyOf("n2"), 1, Holding.HELD), NOW));
        assertNull(first.locate(count(key, 1, Holding.HELD), NOW));
        first.filled(count(key, 1, Holding.HELD), NOW);
        assertNotNull(first.locate(count(keyOf("n2"), 1, Holding.HELD), NOW));
    }

    @Test
    void anOwnerThatIsGoneCostsOneTryAndIsLeftAlone() {
        String key = keyOf("n2");
        assertNotNull(first.locate(count(key, 1, Holding.HELD), NOW));
        n2.close();
        Eventually.that("the link has ended", () -> {
            ticker.advance(Duration.ofSeconds(2));
            return first.locate(count(key, 1, Holding.HELD), NOW) == null;
        });
        assertNull(first.locate(count(key, 1, Holding.HELD), NOW));
        assertNotNull(first.locate(count(keyOf("n3"), 1, Holding.HELD), NOW), "the others are asked");
        nodes.remove(n2);
    }

    /** The first question to a node that has just died may be lost before its link is known to have ended. */
    private static EntrySummary claimed(
            DistributedObjectTable by, String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        AtomicReference<@Nullable EntrySummary> entry = new AtomicReference<>();
        Eventually.that("it is claimed", () -> {
            entry.set(by.claimFetch(key, mine, failed));
            return entry.get() != null;
        });
        return Objects.requireNonNull(entry.get());
    }

    @Test
    void theNodesAgreeOnTheLeaderOfAFetchWhoseOwnerHasDied() {
        String remote = keyWith("n2", "n3");
        String own = keyWith("n2", "n1");
        n2.close();
        nodes.remove(n2);
        // A connection that is closing may still bring an answer.
        for (DistributedObjectTable directory : List.of(first, third)) {
            Eventually.that(
                    "the owner answers no more", () -> directory.locate(count(remote, 0, Holding.UNSEEN), NOW) == null);
        }
        for (String key : List.of(remote, own)) {
            FetchLeaderTag dead = new FetchLeaderTag(2, 5);
            FetchLeaderTag one = new FetchLeaderTag(1, 5);
            FetchLeaderTag other = new FetchLeaderTag(3, 5);
            assertEquals(one, claimed(first, key, one, dead).lead());
            assertEquals(one, claimed(third, key, other, dead).lead());
            first.endFetch(key, one, true);
            Eventually.that(
                    "its end is known",
                    () -> other.equals(
                            claimed(third, key, other, FetchLeaderTag.NOBODY).lead()));
        }
        first.members(n1.node, List.of(n3.node));
        third.members(n3.node, List.of(n1.node));
        FetchLeaderTag later = new FetchLeaderTag(1, 6);
        assertEquals(
                new FetchLeaderTag(3, 5),
                claimed(first, remote, later, FetchLeaderTag.NOBODY).lead(),
                "the next owner had the entry already");
    }

    @Test
    void aFetchThatWasClaimedElsewhereEndsThereThoughTheOwnerAnswersAgain() {
        String key = keyWith("n2", "n1");
        DistributedObjectTable hasty = n1.table(Duration.ofMillis(20), n2.node, n3.node);
        FetchLeaderTag mine = new FetchLeaderTag(1, 5);
        FetchLeaderTag other = new FetchLeaderTag(3, 5);
        n2.freeze();
        assertEquals(
                mine,
                Objects.requireNonNull(hasty.claimFetch(key, mine, FetchLeaderTag.NOBODY))
                        .lead());
        n2.thaw();
        Eventually.that("the owner answers again", () -> {
            ticker.advance(Duration.ofSeconds(2));
            return hasty.locate(count(key, 0, Holding.UNSEEN), NOW) != null;
        });
        hasty.endFetch(key, mine, false);
        assertEquals(other, n1.entries.claim(key, other, FetchLeaderTag.NOBODY).lead());
    }

    @Test
    void aClaimIsMadeAtTheSuccessorWhileOnlyTheLinkOfTheOwnerIsLate() {
        DistributedObjectTable hasty = n1.table(Duration.ofMillis(10), n2.node, n3.node);
        String key = keyWith("n2", "n3");
        assertNotNull(hasty.locate(count(key, 1, Holding.SEEN), NOW));
        n2.freeze();
        assertNull(hasty.locate(count(key, 1, Holding.SEEN), NOW));
        Eventually.that("other links have heard of it since", () -> !n1.isSilentOnAll(n2.node));
        FetchLeaderTag mine = new FetchLeaderTag(1, 7);
        assertEquals(
                mine,
                Objects.requireNonNull(hasty.claimFetch(key, mine, FetchLeaderTag.NOBODY))
                        .lead());
        assertEquals(1, third.entriesOwned());
    }

    /** A key with this owner and this successor. */
    private String keyWith(String owner, String successor) {
        EntryOwners owners = EntryOwners.among(List.of(n1.node, n2.node, n3.node));
        return keysOf(owner, 100).stream()
                .filter(key -> successor.equals(
                        Objects.requireNonNull(owners.successor(key)).name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRestartedOwnerIsAskedWhenItsNewTagIsKnown() {
        String key = keyOf("n2");
        assertNotNull(first.locate(count(key, 1, Holding.HELD), NOW));
        n2.close();
        nodes.remove(n2);
        InetSocketAddress peer = Objects.requireNonNull(n2.node.peer());
        DirectoryNode again = new DirectoryNode(transport, "n2", 22, NodeRole.ALL, ticker, peer);
        nodes.add(again);
        again.table(LONG, n1.node, n3.node);
        Eventually.that("the earlier process is not asked any more", () -> {
            ticker.advance(Duration.ofSeconds(2));
            return first.locate(count(key, 1, Holding.HELD), NOW) == null;
        });
        assertEquals(0, again.asked.get(), "what is meant for the earlier process is not answered");
        BitSet moved = first.members(n1.node, List.of(again.node, n3.node));
        assertTrue(moved.get(EntryOwners.slot(key)));
        assertFalse(moved.get(EntryOwners.slot(keyOf("n3"))));
        assertNotNull(first.locate(count(key, 1, Holding.HELD), NOW));
        assertEquals(1, again.asked.get());
    }

    @Test
    void anEarlierProcessOfARestartedOwnerOwnsNothingThoughItIsStillListed() {
        String key = keyOf("n2");
        DirectoryNode again = node("n2", 22, NodeRole.ALL);
        DistributedObjectTable restarted = again.table(LONG, n2.node, n1.node, n3.node);
        first.members(n1.node, List.of(again.node, n2.node, n3.node));
        assertEquals(first.ownersFingerprint(), restarted.ownersFingerprint());
        assertNotNull(first.locate(count(key, 1, Holding.HELD), NOW));
        assertEquals(1, again.asked.get());
        assertEquals(0, n2.asked.get());
    }

    @Test
    void aNewOwnerLearnsOfTheCopiesWhenTheirHolderAnnouncesThemAgain() {
        LocalObjectTable objects = new LocalObjectTable(100);
        keysOf("n2", 50).forEach(key -> objects.hold(objects.asked(key)));
        report(objects);
        assertEquals(50, second.entriesOwned());
        ClusterMember leaving = n2.node.leaving();
        second.members(leaving, List.of(n1.node, n3.node));
        ticker.advance(SETTLED);
        second.dropForeign();
        assertEquals(50, second.entriesOwned(), "nodes that do not know yet that it leaves go on asking it");
        objects.announceAgain(first.members(n1.node, List.of(leaving, n3.node)));
        third.members(n3.node, List.of(leaving, n1.node));
        report(objects);
        for (String key : keysOf("n2", 50)) {
            assertNotEquals("n2", third.ownerOf(key));
            assertEquals(List.of(1), located(third, key).holders());
            assertEquals(1, located(first, key).agac());
        }
    }

    @Test
    void anEntryMayLackHoldersForHalfAMinuteAfterItsOwnerHasChanged() {
        String moved = keyOf("n2");
        String other = keyOf("n3");
        ticker.advance(SETTLED);
        assertFalse(first.isUnsettled(moved));
        first.members(n1.node, List.of(n3.node));
        assertTrue(first.isUnsettled(moved));
        assertFalse(first.isUnsettled(other));
        ticker.advance(SETTLED);
        assertFalse(first.isUnsettled(moved));
        first.members(n1.node, List.of(n2.node, n3.node));
        assertTrue(first.isUnsettled(other), "n2 was cut off, and n3 does not know of its copies");
    }

    @Test
    void aFormerOwnerAnswersLateNodesForHalfAMinuteAndThenDropsTheEntry() {
        String key = keyOf("n2");
        third.locate(count(key, 1, Holding.HELD), NOW);
        ClusterMember web = new ClusterMember(
                "n2", n2.node.tag(), NodeRole.WEB, n2.node.peer(), null, null, n2.node.phase(), n2.node.profile());
        second.members(web, List.of(n1.node, n3.node));
        assertNotEquals("n2", second.ownerOf(key));
        second.dropForeign();
        assertEquals(List.of(3), located(third, key).holders());
        ticker.advance(SETTLED);
        second.dropForeign();
        assertEquals(EntrySummary.nothing(), located(third, key));
    }

    /** Reports what the first node has to report, as its reporter does. */
    private void report(LocalObjectTable objects) {
        for (LocalObjectEntry object : objects.toReport(100, 100)) {
            LocalCountReport told = object.localCount();
            object.announces(told);
            object.learn(Objects.requireNonNull(first.report(List.of(told), NOW).get(told.key())), NOW);
            object.confirmed(told);
        }
    }

    @Test
    void aQuestionToAForeignOwnerIsAnsweredAsAHint() {
        String key = keyOf("n2");
        first.locate(count(key, 4, Holding.HELD), NOW);
        third.members(n3.node, List.of(n1.node));
        String believed = Objects.requireNonNull(third.ownerOf(key));
        EntrySummary reading = third.locate(count(key, 1, Holding.SEEN), NOW);
        assertEquals(1, Objects.requireNonNull(reading).agac(), "known at " + believed + " by its own count alone");
        first.members(n1.node, List.of(n2.node, n3.node));
        third.members(n3.node, List.of(n1.node, n2.node));
        assertEquals(4, located(third, key).agac());
    }

    @Test
    void theTableIsSharedWhileThereIsAnotherNodeWithAPeerChannel() {
        assertTrue(first.isShared());
        ClusterMember front = ClusterMember.named("front", 9);
        first.members(n1.node, List.of(front));
        assertFalse(first.isShared());
        assertEquals("n1", first.ownerOf("/a"));
        first.members(n1.node, List.of(front, n3.node));
        assertTrue(first.isShared());
    }

    @Test
    void aTableWithoutReadyOwnersKnowsNothing() {
        first.members(n1.node.leaving(), List.of(n2.node.leaving()));
        assertNull(first.ownerOf("/a"));
        assertNull(first.locate(count("/a", 1, Holding.HELD), NOW));
        assertNull(first.claimFetch("/a", new FetchLeaderTag(1, 1), FetchLeaderTag.NOBODY));
        assertNull(first.changed("/a", 0));
        first.filled(count("/a", 1, Holding.HELD), NOW);
        first.endFetch("/a", new FetchLeaderTag(1, 1), true);
        first.notHeld("/a", 2);
        assertEquals(Map.of(), first.report(List.of(count("/a", 1, Holding.HELD)), NOW));
        assertEquals(0, first.entriesOwned());
    }

    @Test
    void clearingRemovesTheEntriesOfAllNodes() {
        for (String owner : List.of("n1", "n2", "n3")) {
            first.locate(count(keyOf(owner), 1, Holding.HELD), NOW);
        }
        second.clear();
        assertEquals(0, first.entriesOwned() + second.entriesOwned() + third.entriesOwned());
        assertEquals(EntrySummary.nothing(), located(first, keyOf("n3")));
    }
}
