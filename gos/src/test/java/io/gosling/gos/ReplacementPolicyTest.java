package io.gosling.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.ReplacementPolicy.Decision;
import io.gosling.gos.ReplacementPolicy.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplacementPolicyTest {
    private static final AgeingSettings AGEING = new AgeingSettings(10, 0.5, 1e6, 2);
    private static final long BUDGET = 10_000;

    /** An object as a slow, obvious model sees it. */
    private static final class Entry {
        final String key;
        long bytes;
        double agac;
        int epoch;
        double h;
        long turn;

        Entry(String key) {
            this.key = key;
        }

        double aged(int now) {
            return agac * Math.pow(0.5, now - epoch);
        }
    }

    /** Drives a policy and a model side by side over random accesses, ageings and removals. */
    private abstract static class SideBySide {
        final Map<String, Entry> held = new LinkedHashMap<>();
        final ReplacementPolicy policy;
        final Random random;
        int epoch;
        long turn;
        long used;

        SideBySide(ReplacementPolicy policy, long seed) {
            this.policy = policy;
            this.random = new Random(seed);
        }

        abstract Decision expected(Entry newcomer);

        void ranked(Entry entry) {
            entry.h = 0;
        }

        Figures figures(Entry entry) {
            return new Figures(entry.bytes, entry.agac, entry.epoch);
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) {
                if (random.nextInt(500) == 0) {
                    epoch++;
                }
                String key = "/" + (int) Math.abs(random.nextGaussian() * 40);
                Entry entry = held.get(key);
                if (entry == null) {
                    offer(key);
                } else if (random.nextInt(50) == 0) {
                    remove(key);
                } else {
                    entry.agac = entry.aged(epoch) + 1;
                    entry.epoch = epoch;
                    entry.turn = turn++;
                    ranked(entry);
                    policy.touched(key, figures(entry));
                }
                assertTrue(used <= BUDGET);
                assertEquals(held.keySet(), new HashSet<>(policy.keys()));
            }
        }

        private void offer(String key) {
            Entry newcomer = new Entry(key);
            newcomer.bytes = 1 + (key.hashCode() * 31L & 0x3ff);
            newcomer.agac = 1 + random.nextInt(6);
            newcomer.epoch = epoch;
            Decision expected = expected(newcomer);
            Decision decision = policy.offer(figures(newcomer), BUDGET - used);
            assertEquals(expected, decision);
            if (decision instanceof Decision.Keep keep) {
                keep.victims().forEach(this::remove);
                newcomer.turn = turn++;
                ranked(newcomer);
                held.put(key, newcomer);
                used += newcomer.bytes;
                policy.kept(key, figures(newcomer));
            }
        }

        private void remove(String key) {
            used -= Objects.requireNonNull(held.remove(key)).bytes;
            policy.removed(key);
        }

        /** The lowest by an order, until the newcomer fits. */
        List<Entry> lowest(Entry newcomer, Comparator<Entry> order) {
            List<Entry> sorted = new ArrayList<>(held.values());
            sorted.sort(order.thenComparingLong(entry -> entry.turn));
            List<Entry> victims = new ArrayList<>();
            long free = BUDGET - used;
            for (Entry entry : sorted) {
                if (free >= newcomer.bytes) {
                    break;
                }
                victims.add(entry);
                free += entry.bytes;
            }
            return victims;
        }

        static Decision keep(List<Entry> victims) {
            return new Decision.Keep(victims.stream().map(entry -> entry.key).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void lfuAgingDecidesAsAModelThatComputesEveryAgedCountAnew(long seed) {
        var run = new SideBySide(ReplacementPolicy.lfuAging(AGEING), seed) {
            @Override
            Decision expected(Entry newcomer) {
                List<Entry> victims = lowest(newcomer, (a, b) -> Double.compare(a.aged(epoch), b.aged(epoch)));
                boolean refused = victims.stream()
                        .anyMatch(victim -> newcomer.aged(epoch) <= AGEING.margin() * victim.aged(epoch));
                return refused ? new Decision.Refuse() : keep(victims);
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lruDecidesAsAModelThatSortsByLastAccess(long seed) {
        var run = new SideBySide(ReplacementPolicy.lru(), seed) {
            @Override
            Decision expected(Entry newcomer) {
                return keep(lowest(newcomer, Comparator.comparingLong(entry -> entry.turn)));
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void gdsDecidesAsAModelThatSortsByWorth(long seed) {
        var run = new SideBySide(ReplacementPolicy.greedyDualSize(), seed) {
            private double inflation;

            @Override
            Decision expected(Entry newcomer) {
                List<Entry> victims = lowest(newcomer, (a, b) -> Double.compare(a.h, b.h));
                victims.forEach(victim -> inflation = Math.max(inflation, victim.h));
                return keep(victims);
            }

            @Override
            void ranked(Entry entry) {
                entry.h = inflation + 1.0 / entry.bytes;
            }
        };
        run.run(20_000);
    }

    @Test
    void onAFirstPassNothingDisplacesWhatIsThere() {
        var policy = ReplacementPolicy.lfuAging(AGEING);
        policy.kept("/a", new Figures(100, 1, 0));
        assertInstanceOf(Decision.Refuse.class, policy.offer(new Figures(100, 1, 0), 0));
        assertInstanceOf(Decision.Refuse.class, policy.offer(new Figures(100, 2, 0), 0));
        assertEquals(new Decision.Keep(List.of("/a")), policy.offer(new Figures(100, 3, 0), 0));
    }

    @Test
    void anAgeingChangesNoOrder() {
        var ageing = new Ageing(0, 0.5, 1e9);
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double a = 1 + random.nextInt(1000);
            double b = 1 + random.nextInt(1000);
            int ea = random.nextInt(20);
            int eb = random.nextInt(20);
            for (int later : new int[] {20, 21, 40}) {
                double agedA = ageing.at(later).aged(a, ea);
                double agedB = ageing.at(later).aged(b, eb);
                if (Math.abs(agedA - agedB) > 1e-12 * agedA) {
                    assertEquals(Double.compare(agedA, agedB), Double.compare(ageing.rank(a, ea), ageing.rank(b, eb)));
                }
            }
        }
    }

    @Test
    void anUnknownNameIsToldTheNamesThereAre() {
        assertEquals(List.of("gds", "lfu-aging", "lru"), ReplacementPolicy.names());
        var e = assertThrows(IllegalArgumentException.class, () -> ReplacementPolicy.named("fifo", AGEING));
        assertEquals("replacement policy 'fifo' is not known; expected one of gds, lfu-aging, lru", e.getMessage());
    }
}
