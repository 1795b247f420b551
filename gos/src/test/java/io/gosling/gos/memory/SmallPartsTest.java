package io.gosling.gos.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.LookupResult;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.HomeNodeMap;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.StoreNodeSelector;
import io.gosling.gos.memory.SingleFlight.Seat;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.objecttable.LocalObjectTable;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.replacement.CountAlone;
import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.space.CountReporter;
import io.gosling.gos.space.HolderSelector;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SmallPartsTest {
    @Test
    void theLongestPrefixNamesTheHome() {
        HomeNodeMap homes =
                HomeNodeMap.of(Map.of("/", "n0", "/dir41", "n1", "/dir41/deep/", "n2", "/dir41/deep/one.html", "n3"));
        assertEquals("n0", homes.of("/x"));
        assertEquals("n0", homes.of("/dir410"));
        assertEquals("n1", homes.of("/dir41"));
        assertEquals("n1", homes.of("/dir41/a"));
        assertEquals("n1", homes.of("/dir41/deep"));
        assertEquals("n2", homes.of("/dir41/deep/two.html"));
        assertEquals("n3", homes.of("/dir41/deep/one.html"));
        assertNull(HomeNodeMap.of(Map.of()).of("/x"));
    }

    @Test
    void storesShareTheObjectsAndOneMoreTakesFromEach() {
        List<ClusterMember> three =
                List.of(store("s1", 1), store("s2", 2), store("s3", 3), ClusterMember.named("n1", 4));
        List<ClusterMember> two = three.subList(0, 2);
        Map<String, Integer> shares = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            String key = "/dir" + i % 7 + "/page" + i + ".html";
            String before = nameOf(StoreNodeSelector.of(key, two, List.of()));
            String now = nameOf(StoreNodeSelector.of(key, three, List.of(4)));
            assertTrue(now.equals(before) || now.equals("s3"), () -> key + " moved from " + before + " to " + now);
            shares.merge(now, 1, Integer::sum);
        }
        assertEquals(3, shares.size());
        shares.forEach((name, share) -> assertTrue(share > 700 && share < 1_300, shares::toString));
        assertNull(StoreNodeSelector.of("/a", three, List.of(2)), "a store holds it");
        assertNull(StoreNodeSelector.of("/a", List.of(store("s1", 1).leaving()), List.of()));
    }

    private static ClusterMember store(String name, int tag) {
        return new ClusterMember(
                name,
                tag,
                NodeRole.STORE,
                new InetSocketAddress("127.0.0.1", 1),
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
    }

    private static String nameOf(@Nullable ClusterMember node) {
        return node == null ? "" : node.name();
    }

    @Test
    void homesAnswerAsAModelThatTriesEveryPrefix() {
        Random random = new Random(4);
        for (int round = 0; round < 300; round++) {
            Map<String, String> prefixes = new HashMap<>();
            for (int i = 0; i < random.nextInt(8); i++) {
                prefixes.put(path(random), "n" + i);
            }
            HomeNodeMap homes = HomeNodeMap.of(prefixes);
            for (int i = 0; i < 50; i++) {
                String key = path(random);
                assertEquals(slowly(prefixes, key), homes.of(key), () -> prefixes + " " + key);
            }
        }
    }

    private static String path(Random random) {
        StringBuilder path = new StringBuilder("/");
        for (int i = random.nextInt(4); i > 0; i--) {
            path.append("ab".charAt(random.nextInt(2))).append(random.nextBoolean() ? "/" : "");
        }
        return path.toString();
    }

    private static @Nullable String slowly(Map<String, String> prefixes, String key) {
        String best = null;
        for (String prefix : prefixes.keySet()) {
            boolean fits = key.equals(prefix)
                    || (prefix.endsWith("/") ? key.startsWith(prefix) : key.startsWith(prefix + "/"));
            if (fits && (best == null || prefix.length() > best.length())) {
                best = prefix;
            }
        }
        return best == null ? null : prefixes.get(best);
    }

    @Test
    void aHomePrefixWithoutASlashIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> HomeNodeMap.of(Map.of("dir", "n1")));
        assertThrows(IllegalArgumentException.class, () -> HomeNodeMap.of(Map.of("/dir", " ")));
    }

    private static ClusterMember node(String name, int tag) {
        return new ClusterMember(
                name,
                tag,
                NodeRole.ALL,
                new InetSocketAddress("127.0.0.1", 1),
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
    }

    private static final KnownNodes BOOK = new KnownNodes() {
        @Override
        public ClusterMember self() {
            return node("me", 1);
        }

        @Override
        public List<ClusterMember> others() {
            return List.of(node("n2", 2), node("n3", 3), node("n4", 4), ClusterMember.named("front", 5));
        }
    };

    private static List<String> chosen(List<Integer> holders, @Nullable String home, Map<Integer, Integer> loads) {
        return HolderSelector.choose(holders, home, BOOK, node -> loads.getOrDefault(node.tag(), 0), 0).stream()
                .map(ClusterMember::name)
                .toList();
    }

    @Test
    void onlyLivingOthersWithAPeerChannelAreAsked() {
        assertEquals(List.of("n2"), chosen(List.of(1, 2, 5, 99), null, Map.of()));
        assertEquals(List.of(), chosen(List.of(1, 5, 99), null, Map.of()));
    }

    @Test
    void theLeastLoadedHolderIsAskedFirstAndTwoAtMost() {
        assertEquals(List.of("n3", "n4"), chosen(List.of(2, 3, 4), null, Map.of(2, 9, 3, 1, 4, 2)));
    }

    @Test
    void aBusyHomeIsSparedAndAnIdleOneAskedWhenTheOthersAreBusier() {
        assertEquals(List.of("n3", "n2"), chosen(List.of(2, 3), "n2", Map.of()));
        assertEquals(List.of("n2", "n3"), chosen(List.of(2, 3), "n2", Map.of(3, 7)));
    }

    @Test
    void equalHoldersTakeTurns() {
        var first =
                HolderSelector.choose(List.of(2, 3), null, BOOK, node -> 0, 0).getFirst();
        var second =
                HolderSelector.choose(List.of(2, 3), null, BOOK, node -> 0, 1).getFirst();
        assertFalse(first.equals(second));
    }

    @Test
    void loadsFollowRepliesAndWhatIsUnderWay() {
        PeerLoads loads = new PeerLoads();
        loads.asked(2);
        loads.asked(2);
        assertEquals(2, loads.of(node("n2", 2)));
        loads.answered(2, 5);
        assertEquals(6, loads.of(node("n2", 2)));
        loads.answered(2, -1);
        assertEquals(5, loads.of(node("n2", 2)));
        loads.retain(KnownNodes.alone(node("me", 1)));
        assertEquals(0, loads.of(node("n2", 2)));
    }

    @Test
    void aFillAdmitsWaitersUntilItIsClosedOrDone() throws Exception {
        SingleFlight flights = new SingleFlight(new PurgeHistory(new ManualTicker()));
        DocumentFetch fill =
                assertInstanceOf(Seat.Leader.class, flights.enter("/a")).fetch();
        assertInstanceOf(Seat.Waiter.class, flights.enter("/a"));
        fill.overtaken(1);
        DocumentFetch next =
                assertInstanceOf(Seat.Leader.class, flights.enter("/a")).fetch();
        DocumentFetchOutcome outcome = new DocumentFetchOutcome.Said(new LookupResult.Absent());
        flights.finish(fill, outcome);
        assertEquals(outcome, fill.await(Duration.ofSeconds(30)));
        assertInstanceOf(Seat.Waiter.class, flights.enter("/a"));
        flights.finish(next, outcome);
        assertEquals(0, flights.inProgress());
    }

    @Test
    void anInvalidationThatTheReaderKnowsOfClosesNothing() {
        DocumentFetch fill = new DocumentFetch("/a", 0);
        fill.expectVersion(3);
        fill.overtaken(3);
        assertTrue(fill.isOpen());
        fill.overtaken(4);
        assertFalse(fill.isOpen());
    }

    @Test
    void rowsNotHeldAreBoundedAndThoseAskedForLastAreKept() {
        LocalObjectTable rows = new LocalObjectTable(16);
        LocalObjectEntry favourite = rows.asked("/favourite");
        for (int i = 0; i < 100; i++) {
            rows.asked("/" + i);
            rows.asked("/favourite");
        }
        assertEquals(16, rows.remembered());
        assertEquals(favourite, rows.find("/favourite"));
        assertNull(rows.find("/0"));
    }

    @Test
    void theHighestEpochHeardCountsAndRaisingItTwiceRaisesItOnce() {
        AgeingEpoch epoch = new AgeingEpoch(LfuAgingSettings.defaults(), new ManualTicker());
        assertFalse(epoch.raiseIfDue(LfuAgingSettings.defaults().get(LfuAgingSettings.TRIGGER), 1, 0));
        assertTrue(epoch.raiseIfDue(100, 1, 0));
        assertFalse(epoch.raiseIfDue(100, 1, 0));
        epoch.heard(4);
        epoch.heard(3);
        assertEquals(4, epoch.now().epoch());
    }

    @Test
    void ageingWaitsForAFullMemoryAndForTheLastAgeingToBeHeard() {
        ManualTicker ticker = new ManualTicker();
        AgeingEpoch epoch = new AgeingEpoch(LfuAgingSettings.defaults(), ticker);
        assertFalse(epoch.raiseIfDue(100, 0.89, 0));
        assertTrue(epoch.raiseIfDue(100, 0.9, 0));
        ticker.advance(Duration.ofMillis(9_999));
        assertFalse(epoch.raiseIfDue(100, 1, 1));
        epoch.heard(2);
        ticker.advance(Duration.ofMillis(9_999));
        assertFalse(epoch.raiseIfDue(100, 1, 2), "another node's ageing counts too");
        ticker.advance(Duration.ofMillis(1));
        assertTrue(epoch.raiseIfDue(100, 1, 2));
    }

    @Test
    void aNodeThatMeetsAClusterFarAheadKeepsItsCountsAsTheyAre() {
        NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), new ManualTicker());
        LocalObjectEntry localObject = memory.localObjects().asked("/a");
        localObject.learn(
                new EntrySummary(12, 0, 0, 0, List.of(), FetchLeaderTag.NOBODY),
                memory.epoch().now());
        memory.epoch().heard(200);
        assertEquals(0, memory.epoch().now().epoch(), "not before the reporter has carried the counts over");
        LocalObjectEntry heardThere = memory.localObjects().asked("/b");
        heardThere.learn(
                new EntrySummary(5, 200, 0, 0, List.of(), FetchLeaderTag.NOBODY),
                memory.epoch().now());
        new CountReporter(memory, GlobalObjectTable::none, new CountSettings(SettingValues.none()), 1).run();
        Ageing ageing = memory.epoch().now();
        assertEquals(200, ageing.epoch());
        assertEquals(12, localObject.agac(ageing));
        assertEquals(5, heardThere.agac(ageing));
        memory.epoch().heard(Integer.MAX_VALUE);
        assertEquals(0, memory.epoch().takeFar(), "no epoch at all");
    }

    @Test
    void settingsOutOfBoundsSayWhatWasExpected() {
        var margin = assertThrows(IllegalArgumentException.class, () -> CountAlone.ageing(32, 0.5, 1000, 0));
        assertEquals("ageing.margin: value \"0.0\"; expected a number from 0.01 to 100", margin.getMessage());
        var refresh = assertThrows(
                IllegalArgumentException.class,
                () -> new FreshnessSettings(SettingValues.none())
                        .with(FreshnessSettings.INTERVAL, Duration.ofMillis(1)));
        assertEquals(
                "refresh.interval: value \"PT0.001S\"; expected a duration from 10ms to 1h with its unit, such as"
                        + " 500ms, 2s or 1m",
                refresh.getMessage());
        assertThrows(IllegalArgumentException.class, () -> CacheSettings.of(-1));
        assertThrows(
                IllegalArgumentException.class,
                () -> CacheSettings.of(100)
                        .with(CacheSettings.MAX_OBJECT, 200L)
                        .with(CacheSettings.HEADROOM, 200L)
                        .with(CacheSettings.REPLACEMENT, "lru"));
        assertThrows(
                IllegalArgumentException.class,
                () -> CacheSettings.of(100)
                        .with(CacheSettings.MAX_OBJECT, 50L)
                        .with(CacheSettings.HEADROOM, 40L)
                        .with(CacheSettings.REPLACEMENT, "lru"));
        assertThrows(
                IllegalArgumentException.class, () -> CacheSettings.of(100).with(CacheSettings.REPLACEMENT, "fifo"));
        assertThrows(IllegalArgumentException.class, () -> ObjectSpaceSettings.of("two words", 100));
        assertThrows(IllegalArgumentException.class, () -> NodeRole.parse("king"));
    }
}
