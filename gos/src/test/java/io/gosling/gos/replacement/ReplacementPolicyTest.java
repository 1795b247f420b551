package io.gosling.gos.replacement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.replacement.LfuAgingSettings.Size;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the rules of all policies, and of each one. */
class ReplacementPolicyTest {
    private static final LfuAgingSettings AGEING = CountAlone.ageing(10, 0.5, 1e6, 2);

    /** A cache of some bytes as a policy meets it, with nothing in it but sizes. */
    private static final class Cache {
        final ReplacementPolicy policy;
        final long budget;
        final Map<String, Long> kept = new HashMap<>();
        final Map<String, Long> asked = new HashMap<>();
        long used;

        Cache(ReplacementPolicy policy, long budget) {
            this.policy = policy;
            this.budget = budget;
        }

        /** Asks once for each of these, all of one size; whether the last one was there. */
        boolean ask(long bytes, String... keys) {
            boolean hit = false;
            for (String key : keys) {
                hit = ask(key, bytes, false);
            }
            return hit;
        }

        boolean ask(String key, long bytes, boolean elsewhere) {
            long count = asked.merge(key, 1L, Long::sum);
            Figures figures = new Figures(kept.getOrDefault(key, bytes), count, 0, count, elsewhere);
            if (kept.containsKey(key)) {
                policy.touched(key, figures);
                return true;
            }
            boolean would = policy.wouldKeep(key, figures, budget - used);
            Decision decision = policy.offer(key, figures, budget - used);
            boolean keeps = decision instanceof Decision.Keep;
            assertEquals(would, keeps);
            if (decision instanceof Decision.Keep keep) {
                assertEquals(keep.victims().size(), new HashSet<>(keep.victims()).size(), "named twice");
                for (String victim : keep.victims()) {
                    assertTrue(kept.containsKey(victim), victim + " is not kept");
                    remove(victim);
                }
                assertTrue(used + bytes <= budget, "what goes does not suffice");
                kept.put(key, bytes);
                used += bytes;
                policy.kept(key, figures);
            }
            return false;
        }

        void remove(String key) {
            used -= Objects.requireNonNull(kept.remove(key));
            policy.removed(key);
        }

        Set<String> keys() {
            return kept.keySet();
        }
    }

    static Stream<String> names() {
        return ReplacementPolicy.names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void whateverComesTheBudgetHoldsAndNothingIsLostSightOf(String name) {
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            Cache cache = new Cache(ReplacementPolicy.named(name, AGEING), 10_000);
            for (int i = 0; i < 30_000; i++) {
                int object = (int) Math.abs(random.nextGaussian() * 60);
                String key = "/" + (i / 10_000) + "/" + object;
                if (random.nextInt(40) == 0 && cache.kept.containsKey(key)) {
                    cache.remove(key);
                } else if (random.nextInt(40) == 0 && cache.kept.containsKey(key)) {
                    long other = 1 + random.nextInt((int) Math.min(400, cache.budget - cache.used + 1));
                    cache.used += other - Objects.requireNonNull(cache.kept.put(key, other));
                    cache.policy.kept(key, new Figures(other, 1, 0, cache.asked.getOrDefault(key, 1L), false));
                    cache.policy.recounted(key, new Figures(other, 5, 0, cache.asked.getOrDefault(key, 1L), true));
                } else {
                    cache.ask(key, object == 7 ? 9_000 : 1 + object * 7L, random.nextBoolean());
                }
                assertEquals(cache.keys(), new HashSet<>(cache.policy.nextToGo(Integer.MAX_VALUE)));
            }
            List<String> all = cache.policy.nextToGo(Integer.MAX_VALUE);
            assertEquals(cache.keys().size(), all.size());
            assertEquals(cache.keys(), new HashSet<>(all));
            assertEquals(all.subList(0, 3), cache.policy.nextToGo(3));
        }
    }

    @Test
    void lruLeavesAnObjectOfAnotherSizeInItsPlace() {
        ReplacementPolicy policy = new LeastRecentlyUsed();
        for (int i = 0; i < 20; i++) {
            policy.kept("/" + i, new Figures(100, 1, 0, 1, false));
        }
        policy.touched("/7", new Figures(100, 3, 0, 3, false));
        List<String> before = policy.nextToGo(20);
        policy.kept("/3", new Figures(110, 1, 0, 1, false));
        policy.kept("/7", new Figures(90, 3, 0, 3, false));
        assertEquals(before, policy.nextToGo(20));
    }

    @ParameterizedTest
    @MethodSource("names")
    void whatItDoesNotKeepIsNoConcernOfIts(String name) {
        ReplacementPolicy policy = ReplacementPolicy.named(name, AGEING);
        policy.touched("/a", new Figures(1, 1, 0, 1, false));
        policy.recounted("/a", new Figures(1, 1, 0, 1, false));
        policy.removed("/a");
        assertTrue(policy.nextToGo(10).isEmpty());
        assertEquals(new Decision.Keep(List.of()), policy.offer("/a", new Figures(10, 1, 0, 1, false), 10));
    }

    @Test
    void onAFirstPassNothingDisplacesWhatIsThere() {
        var policy = new LfuAging(AGEING);
        policy.kept("/a", new Figures(100, 1, 0, 1, false));
        assertInstanceOf(Decision.Refuse.class, policy.offer("/b", new Figures(100, 1, 0, 1, false), 0));
        assertInstanceOf(Decision.Refuse.class, policy.offer("/b", new Figures(100, 2, 0, 2, false), 0));
        assertEquals(new Decision.Keep(List.of("/a")), policy.offer("/b", new Figures(100, 3, 0, 3, false), 0));
    }

    @Test
    void aLargeNewcomerMustBeWorthAllThatGoesForIt() {
        var large = new Figures(300, 9, 0, 9, false);
        for (Size size : Size.values()) {
            var policy = new LfuAging(with(size, 1));
            List.of("/a", "/b", "/c").forEach(key -> policy.kept(key, new Figures(100, 4, 0, 4, false)));
            assertEquals(size == Size.IGNORED, policy.offer("/large", large, 0) instanceof Decision.Keep, size.name());
        }
    }

    @Test
    void rankedBySizeALargeObjectGoesBeforeASmallOneThatIsAskedForLess() {
        var policy = new LfuAging(with(Size.RANKED, 1));
        policy.kept("/small", new Figures(10, 2, 0, 2, false));
        policy.kept("/large", new Figures(1000, 20, 0, 20, false));
        assertEquals(List.of("/large", "/small"), policy.nextToGo(2));
    }

    @Test
    void theLastCopyOutlivesADuplicate() {
        var policy = new LfuAging(with(Size.IGNORED, 8));
        policy.kept("/last", new Figures(100, 10, 0, 10, false));
        policy.kept("/duplicate", new Figures(100, 60, 0, 60, true));
        assertEquals(List.of("/duplicate", "/last"), policy.nextToGo(2));

        // Its other copy has gone, so this is the last one; and one that is hot enough stays beside it.
        policy.recounted("/duplicate", new Figures(100, 60, 0, 60, false));
        assertEquals(List.of("/last", "/duplicate"), policy.nextToGo(2));
        policy.kept("/hottest", new Figures(100, 1000, 0, 1000, true));
        assertEquals(List.of("/last", "/duplicate", "/hottest"), policy.nextToGo(3));
    }

    @Test
    void aCountThatChangesByLessThanItsErrorMovesNothing() {
        var policy = new LfuAging(with(Size.IGNORED, 1));
        policy.kept("/a", new Figures(100, 1000, 0, 1000, false));
        policy.kept("/b", new Figures(100, 1001, 0, 1001, false));
        policy.recounted("/a", new Figures(100, 1008, 0, 1008, false));
        assertEquals(List.of("/a", "/b"), policy.nextToGo(2));
        policy.recounted("/a", new Figures(100, 1016, 0, 1016, false));
        assertEquals(List.of("/b", "/a"), policy.nextToGo(2), "small changes add up");
    }

    private static LfuAgingSettings with(Size size, double lastCopy) {
        return AGEING.with(LfuAgingSettings.SIZE, size).with(LfuAgingSettings.LAST_COPY, lastCopy);
    }

    @Test
    void rndTreatsAllAlike() {
        int[] survived = new int[10];
        for (long seed = 0; seed < 2000; seed++) {
            Cache cache = new Cache(new RandomReplacement(seed), 500);
            for (int i = 0; i < 10; i++) {
                cache.ask(100, "/" + i);
            }
            assertEquals(5, cache.keys().size());
            for (int i = 0; i < 9; i++) {
                survived[i] += cache.keys().contains("/" + i) ? 1 : 0;
            }
        }
        // Of the first five each stays with 0.8^5 = 0.328: 655 of 2000, give or take 21.
        for (int i = 0; i < 5; i++) {
            assertEquals(655, survived[i], 100, "/" + i);
        }
    }

    @Test
    void severalAccessesThatAreToldAsOneCountAsSeveral() {
        for (ReplacementPolicy policy : List.of(new LeastFrequentlyUsed(), new GreedyDualSizeFrequency())) {
            policy.kept("/often", new Figures(100, 1, 0, 1, false));
            policy.kept("/twice", new Figures(100, 1, 0, 1, false));
            policy.touched("/often", new Figures(100, 9, 0, 9, false));
            policy.touched("/twice", new Figures(100, 2, 0, 2, false));
            policy.touched("/twice", new Figures(100, 3, 0, 3, false));
            assertEquals(List.of("/twice", "/often"), policy.nextToGo(2));
        }
    }

    @Test
    void anUnknownNameIsToldTheNamesThereAre() {
        assertEquals(List.of("gds", "gdsf", "lfu", "lfu-aging", "lru", "rnd"), ReplacementPolicy.names());
        var e = assertThrows(IllegalArgumentException.class, () -> ReplacementPolicy.named("fifo", AGEING));
        assertEquals(
                "replacement policy 'fifo' is not known; expected one of" + " gds, gdsf, lfu, lfu-aging, lru, rnd",
                e.getMessage());
    }
}
