package io.gosling.gos.replacement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each policy that ranks objects, beside a model that is slow and obvious. */
class PolicyModelsTest {
    private static final LfuAgingSettings AGEING = CountAlone.ageing(10, 0.5, 1e6, 2);
    private static final long BUDGET = 10_000;

    /** An object as a slow, obvious model sees it. */
    private static final class Entry {
        final String key;
        long bytes;
        double agac;
        int epoch;
        double h;
        long turn;
        long asked = 1;
        long uses = 1;
        boolean elsewhere;

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
            return new Figures(entry.bytes, entry.agac, entry.epoch, entry.asked, entry.elsewhere);
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
                    int times = 1 + random.nextInt(2);
                    entry.asked += times;
                    entry.uses += times;
                    ranked(entry);
                    policy.touched(key, figures(entry));
                }
                assertTrue(used <= BUDGET);
                assertEquals(held.keySet(), new HashSet<>(policy.nextToGo(Integer.MAX_VALUE)));
            }
        }

        private void offer(String key) {
            Entry newcomer = new Entry(key);
            newcomer.bytes = 1 + (key.hashCode() * 31L & 0x3ff);
            newcomer.agac = 1 + random.nextInt(6);
            newcomer.epoch = epoch;
            Decision expected = expected(newcomer);
            Decision decision = policy.offer(key, figures(newcomer), BUDGET - used);
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
        var run = new SideBySide(new LfuAging(AGEING), seed) {
            @Override
            Decision expected(Entry newcomer) {
                List<Entry> victims = lowest(newcomer, (a, b) -> Double.compare(a.aged(epoch), b.aged(epoch)));
                boolean refused = victims.stream()
                        .anyMatch(victim ->
                                newcomer.aged(epoch) <= AGEING.get(LfuAgingSettings.MARGIN) * victim.aged(epoch));
                return refused ? new Decision.Refuse() : keep(victims);
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lruDecidesAsAModelThatSortsByLastAccess(long seed) {
        var run = new SideBySide(new LeastRecentlyUsed(), seed) {
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
        var run = new SideBySide(new GreedyDualSize(), seed) {
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

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lfuDecidesAsAModelThatSortsByUses(long seed) {
        var run = new SideBySide(new LeastFrequentlyUsed(), seed) {
            @Override
            Decision expected(Entry newcomer) {
                return keep(lowest(newcomer, Comparator.comparingLong(entry -> entry.uses)));
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void gdsfDecidesAsAModelThatSortsByUsesForEachByte(long seed) {
        var run = new SideBySide(new GreedyDualSizeFrequency(), seed) {
            private double inflation;

            @Override
            Decision expected(Entry newcomer) {
                List<Entry> victims = lowest(newcomer, (a, b) -> Double.compare(a.h, b.h));
                victims.forEach(victim -> inflation = Math.max(inflation, victim.h));
                return keep(victims);
            }

            @Override
            void ranked(Entry entry) {
                entry.h = inflation + (double) entry.uses / entry.bytes;
            }
        };
        run.run(20_000);
    }
}
