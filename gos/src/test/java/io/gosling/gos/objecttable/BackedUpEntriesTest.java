package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BackedUpEntriesTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final ClusterMember N1 = node("n1", 1);
    private static final ClusterMember N2 = node("n2", 2);
    private static final EntryOwners ALONE = EntryOwners.among(List.of(N1));
    private static final EntryOwners BOTH = EntryOwners.among(List.of(N1, N2));

    private final ManualTicker ticker = new ManualTicker();
    private final FakeBackup backup = new FakeBackup();
    private final BackedUpEntries backed = new BackedUpEntries(new OwnedEntries(10_000), backup, 1, NOW, ticker);

    private static ClusterMember node(String name, int tag) {
        InetSocketAddress peer = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1000 + tag);
        return new ClusterMember(
                name, tag, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private void hold(String key, int tag) {
        backed.entries().locate(tag, new LocalCountReport(key, 1, 0, 0, 0, 0, Holding.HELD), NOW);
    }

    private List<Integer> holders(String key) {
        return backed.entries()
                .locate(9, new LocalCountReport(key, 0, 0, 0, 0, 0, Holding.UNSEEN), NOW)
                .holders();
    }

    private static byte[] heldBy(int tag) {
        return GlobalObjectEntryCodec.pack(
                GlobalObjectEntry.empty().told(tag, new LocalCountReport("", 1, 0, 0, 0, 0, Holding.HELD), NOW));
    }

    @Test
    void whatMovesAwayGoesToTheBackupAndWhatStaysIsKept() {
        backed.move(ALONE);
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add("/" + i);
            hold("/" + i, 1);
        }
        assertEquals(Set.of(), backup.written.keySet());
        var moved = backed.move(BOTH);
        Set<String> foreign =
                Set.copyOf(all.stream().filter(key -> BOTH.isOwner(2, key)).toList());
        assertTrue(foreign.size() > 50 && foreign.size() < 150);
        assertEquals(foreign, backup.written.keySet());
        assertEquals(200 - foreign.size(), backed.entries().size());
        assertTrue(all.stream().allMatch(key -> moved.get(EntryOwners.slot(key)) == foreign.contains(key)));
        assertTrue(backed.move(EntryOwners.among(List.of(N2, N1))).isEmpty());
    }

    @Test
    void anEntryIsRestoredWhenItIsFirstAskedForInASlotThatWasTakenOver() {
        backed.move(ALONE);
        backup.written.put("/a", heldBy(7));
        assertNull(backed.restoring("/a"), "this backup answers at once");
        assertEquals(List.of(7), holders("/a"));
        assertNull(backed.restoring("/a"));
        assertEquals(1, backup.reads.get());
    }

    @Test
    void aLateEntryIsMergedWithWhatWasReportedMeanwhile() {
        backed.move(ALONE);
        backup.written.put("/a", heldBy(7));
        backup.late = true;
        CompletableFuture<?> restoring = Objects.requireNonNull(backed.restoring("/a"));
        restoring.join();
        hold("/a", 8);
        assertEquals(List.of(8), holders("/a"));
        backup.answer();
        assertEquals(Set.of(7, 8), Set.copyOf(holders("/a")));
    }

    @Test
    void onlyWhatIsOwnedAndWasTakenOverOfLateIsLookedUp() {
        assertNull(backed.restoring("/a"), "no owners are known");
        backed.move(BOTH);
        for (int i = 0; i < 100; i++) {
            backed.restoring("/" + i);
            assertEquals(BOTH.isOwner(1, "/" + i), backup.reads.getAndSet(0) == 1);
        }
        ticker.advance(Duration.ofSeconds(30));
        backed.restoring("/1000");
        backed.restoring("/1001");
        backed.restoring("/1002");
        assertEquals(0, backup.reads.get());
    }

    @Test
    void aBackupThatDoesNotAnswerIsAskedForABoundedNumberOfEntries() {
        backed.move(ALONE);
        backup.late = true;
        backup.written.put("/255", heldBy(7));
        for (int i = 0; i < 1000; i++) {
            backed.restoring("/" + i);
        }
        assertEquals(256, backup.reads.get());
        backup.answer();
        backed.restoring("/a");
        assertEquals(257, backup.reads.get());
    }

    @Test
    void anEmptyBackupIsNotAskedForLong() {
        backed.move(ALONE);
        for (int i = 0; i < 1000; i++) {
            backed.restoring("/" + i);
        }
        assertEquals(64, backup.reads.get());
        backed.move(BOTH);
        backed.move(ALONE);
        backed.restoring("/a");
        assertEquals(65, backup.reads.get());
    }

    @Test
    void changedEntriesAreWrittenOnceAndThoseOfLateAskersAreDroppedAfterThirtySeconds() {
        backed.move(BOTH);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            keys.add("/" + i);
            hold("/" + i, 1);
        }
        backed.flush();
        assertEquals(Set.copyOf(keys), backup.written.keySet());
        backup.written.clear();
        backed.flush();
        assertEquals(Set.of(), backup.written.keySet());
        assertEquals(3000, backed.entries().size());
        ticker.advance(Duration.ofSeconds(30));
        backed.flush();
        assertTrue(keys.stream().allMatch(key -> backed.entries().contains(key) == BOTH.isOwner(1, key)));
        assertFalse(backed.entries().contains("/none"));
    }
}
