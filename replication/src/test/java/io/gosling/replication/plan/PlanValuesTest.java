package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CopyQuotaAccounts.Admission;
import io.gosling.replication.plan.ReplicationDecision.Migrate;
import io.gosling.replication.plan.ReplicationDecision.Replicate;
import io.gosling.replication.plan.ReplicationDecision.Swap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads, counts, plans, choices and what a co-op holds. */
class PlanValuesTest {
    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @Test
    void aLoadFigureIsHalfThePastAndHalfTheSample() {
        assertEquals(75, ServerLoad.NONE.sampled(100, 0.5).sampled(100, 0.5).value());
        assertThrows(IllegalArgumentException.class, () -> new ServerLoad(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> new ServerLoad(-1));
    }

    @Test
    void theTableKeepsTheLastWordOfEach() {
        CoopServerView late = new CoopServerView("a", new ServerLoad(5), 10, 100);
        ServerLoadTable table =
                ServerLoadTable.empty().heard(late).heard(new CoopServerView("b", ServerLoad.NONE, 0, 50));
        assertSame(table, table.heard(new CoopServerView("a", new ServerLoad(9), 10, 99)), "a word that was overtaken");
        assertEquals(Optional.of(late), table.server("a"));
        assertEquals(Map.of("a", new ServerLoad(5)), table.without("b").loads());
    }

    @Test
    void countsFadeAndTheLeastAskedForAreForgotten() {
        RequestCounts counts = new RequestCounts(2);
        counts.add("/a", 1, 4);
        counts.add("/b", 1, 4);
        counts.add("/c", 1, 2);
        counts.age();
        assertEquals(
                List.of(new ReplicationCandidate("/a", 1, 2), new ReplicationCandidate("/b", 1, 2)),
                counts.top(10, Set.of("/c")));
        assertEquals(List.of(new ReplicationCandidate("/b", 1, 2)), counts.top(10, Set.of("/a")));
        for (int i = 0; i < 10; i++) {
            counts.age();
        }
        assertEquals(List.of(), counts.top(10, Set.of()));
    }

    /** Against a plan that is written down document by document. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aPlansSumsAreThoseOfItsDocumentsWhateverIsDecided(long seed) {
        RandomGenerator random = random(seed);
        ReplicationPlan plan = ReplicationPlan.empty();
        for (int i = 0; i < 2_000; i++) {
            String path = "/" + random.nextInt(20);
            String server = "s" + random.nextInt(4);
            long bytes = random.nextLong(1, 100);
            plan = switch (random.nextInt(6)) {
                case 0 -> plan.gone(path, server);
                case 1 -> plan.with(new Migrate(path, bytes, server));
                case 2 -> plan.with(new Swap(plan.heldBy(server), path, bytes, server));
                case 3 -> random.nextInt(20) == 0 ? plan.without(server) : plan;
                default -> plan.with(new Replicate(path, bytes, server));
            };
            Map<String, Long> sums = new HashMap<>();
            for (ReplicationPlan.Placed placed : plan.documents().values()) {
                assertTrue(!placed.servers().isEmpty());
                assertEquals(
                        placed.servers().size(), Set.copyOf(placed.servers()).size());
                placed.servers().forEach(name -> sums.merge(name, placed.bytes(), Long::sum));
            }
            for (int s = 0; s < 4; s++) {
                assertEquals(sums.getOrDefault("s" + s, 0L), plan.bytesAt("s" + s));
            }
        }
    }

    @Test
    void aServerThatIsGoneIsInNoNewPage() {
        ReplicationPlan plan = ReplicationPlan.empty()
                .with(new Replicate("/a", 1, "one"))
                .with(new Replicate("/a", 1, "two"))
                .with(new Replicate("/b", 1, "one"));
        assertEquals(List.of("two"), plan.without("one").holders("/a"));
        assertEquals(List.of(), plan.without("one").holders("/b"));
        Map<String, ServerLoad> loads = Map.of("two", ServerLoad.NONE);
        for (int i = 0; i < 100; i++) {
            assertEquals(
                    Optional.empty(),
                    new LinkServerSelector(ServerLoad.NONE, loads).choose(plan.find("/b"), random(i)),
                    "nothing was heard of it");
        }
    }

    @Test
    void aServersShareFallsWithItsLoad() {
        ReplicationPlan plan =
                ReplicationPlan.empty().with(new Replicate("/a", 1, "one")).with(new Replicate("/a", 1, "two"));
        Map<String, ServerLoad> loads = Map.of("one", new ServerLoad(100), "two", new ServerLoad(10));
        RandomGenerator random = random(1);
        Map<String, Integer> chosen = new TreeMap<>();
        for (int i = 0; i < 10_000; i++) {
            String name = new LinkServerSelector(new ServerLoad(100), loads)
                    .choose(plan.find("/a"), random)
                    .orElse("home");
            chosen.merge(name, 1, Integer::sum);
        }
        int one = chosen.getOrDefault("one", 0);
        assertEquals(chosen.getOrDefault("home", 0), one, 300);
        assertTrue(chosen.getOrDefault("two", 0) > 3 * one, chosen::toString);
        assertTrue(one > 500, chosen::toString);
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "20, 0", "3, 4.9E-324", "20, 1E-300"})
    void amongIdleServersEachGetsItsShare(int servers, double load) {
        ReplicationPlan plan = ReplicationPlan.empty();
        Map<String, ServerLoad> loads = new HashMap<>();
        for (int i = 0; i < servers; i++) {
            plan = plan.with(new Replicate("/a", 1, "s" + i));
            loads.put("s" + i, new ServerLoad(load));
        }
        RandomGenerator random = random(2);
        Map<String, Integer> chosen = new TreeMap<>();
        int draws = 1_000 * (servers + 1);
        for (int i = 0; i < draws; i++) {
            String name = new LinkServerSelector(ServerLoad.NONE, loads)
                    .choose(plan.find("/a"), random)
                    .orElse("home");
            chosen.merge(name, 1, Integer::sum);
        }
        assertEquals(servers + 1, chosen.size(), chosen::toString);
        assertTrue(chosen.values().stream().allMatch(count -> count > 800 && count < 1_200), chosen::toString);
    }

    @Test
    void linksToWhatHasMigratedAlwaysLeadThere() {
        ReplicationPlan plan = ReplicationPlan.empty().with(new Migrate("/a", 1, "one"));
        Map<String, ServerLoad> loads = Map.of("one", new ServerLoad(1e9));
        for (int i = 0; i < 100; i++) {
            LinkServerSelector choice = new LinkServerSelector(ServerLoad.NONE, loads);
            assertEquals(Optional.of("one"), choice.choose(plan.find("/a"), random(i)));
        }
    }

    /** Two homes share one server's quota; each is told what it may count on. */
    @Test
    void aQuotaIsNeverExceededAndItsPartsAddUp() {
        RandomGenerator random = random(3);
        CopyQuotaAccounts store = new CopyQuotaAccounts(1_000);
        Map<String, Long> held = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            String home = "h" + random.nextInt(2);
            String path = "/" + random.nextInt(40);
            if (store.use(home, path).isEmpty()) {
                assertTrue(!held.containsKey(home + path));
                long bytes = random.nextLong(1, 1_200);
                Admission admission = store.keep(home, path, bytes, i);
                admission.evicted().forEach(gone -> held.remove(gone.home() + gone.path()));
                assertEquals(bytes <= 1_000, admission.kept());
                if (admission.kept()) {
                    held.put(home + path, bytes);
                }
            } else if (random.nextInt(4) == 0) {
                store.forget(home, path);
                held.remove(home + path);
            }
            long own = held.entrySet().stream()
                    .filter(copy -> copy.getKey().startsWith("h0"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            assertEquals(held.values().stream().mapToLong(bytes -> bytes).sum(), store.bytes());
            assertTrue(store.bytes() <= 1_000);
            assertEquals(1_000 - store.bytes() + own, store.quotaFor("h0"));
        }
    }

    @Test
    void theCopyThatWasRequestedLongestAgoIsEvictedHoweverOftenItWas() {
        CopyQuotaAccounts store = new CopyQuotaAccounts(2);
        store.keep("h", "/often", 1, 1);
        store.use("h", "/often", 9);
        store.keep("h", "/lately", 1, 1);
        assertEquals(
                List.of("/often"),
                store.keep("h", "/new", 1, 1).evicted().stream()
                        .map(CopyQuotaAccounts.Copy::path)
                        .toList());
        store.use("h", "/lately");
        assertEquals(
                List.of("/new"),
                store.keep("h", "/newer", 1, 1).evicted().stream()
                        .map(CopyQuotaAccounts.Copy::path)
                        .toList());
    }

    @Test
    void whatOutgrowsTheQuotaIsSaidToBeGone() {
        CopyQuotaAccounts store = new CopyQuotaAccounts(100);
        assertEquals(new Admission(false, List.of()), store.keep("h", "/a", 101, 4));
        store.keep("h", "/a", 10, 5);
        Admission grown = store.keep("h", "/a", 101, 6);
        assertEquals(
                List.of("/a"),
                grown.evicted().stream().map(CopyQuotaAccounts.Copy::path).toList());
        assertEquals(Optional.empty(), store.use("h", "/a"));
        assertEquals(0, store.bytes());
    }

    @Test
    void whatIsOnItsWayHasItsPlaceBeforeItHasCome() {
        CopyQuotaAccounts store = new CopyQuotaAccounts(100);
        store.keep("h", "/a", 40, 1);
        store.keep("h", "/b", 40, 1);
        assertEquals(
                List.of("/a"),
                store.reserve("g", 50).orElseThrow().stream()
                        .map(CopyQuotaAccounts.Copy::path)
                        .toList());
        assertEquals(90, store.bytes());
        assertEquals(60, store.quotaFor("g"));
        assertEquals(50, store.quotaFor("h"));
        assertEquals(Optional.empty(), store.reserve("h", 51));
        assertTrue(store.use("h", "/b").isPresent(), "nothing goes in vain");
        assertEquals(new Admission(false, List.of()), store.keep("h", "/c", 51, 1));
        store.release("g", 50);
        assertEquals(40, store.bytes());
        assertEquals(new Admission(true, List.of()), store.keep("g", "/x", 50, 1));
        assertEquals(90, store.bytes());
    }

    @Test
    void anOlderVersionNeverTakesTheNewersPlace() {
        CopyQuotaAccounts store = new CopyQuotaAccounts(100);
        store.keep("h", "/a", 10, 5);
        assertEquals(new Admission(false, List.of()), store.keep("h", "/a", 20, 4));
        assertEquals(5, store.use("h", "/a").orElseThrow().version());
        assertEquals(10, store.bytes());
    }
}
