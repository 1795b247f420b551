package io.gosling.gos.replacement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each policy that ranks or queues objects, beside a model that is slow and obvious. */
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
        long told;
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

        void removed(String key) {
            assertFalse(held.containsKey(key));
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
                assertEquals(held.keySet(), new HashSet<>(policy.keys()));
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
            removed(key);
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

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sieveDecidesAsAModelThatWalksAList(long seed) {
        var run = new SideBySide(new Sieve(), seed) {
            /** The oldest first. */
            private final List<String> queue = new ArrayList<>();

            private final Set<String> marked = new HashSet<>();
            private int hand;

            @Override
            Decision expected(Entry newcomer) {
                List<Entry> victims = new ArrayList<>();
                for (long free = BUDGET - used; free < newcomer.bytes; ) {
                    hand = hand % queue.size();
                    String key = queue.get(hand);
                    if (marked.remove(key)) {
                        hand++;
                    } else {
                        Entry victim = Objects.requireNonNull(held.get(key));
                        victims.add(victim);
                        free += victim.bytes;
                        queue.remove(hand);
                    }
                }
                return keep(victims);
            }

            @Override
            void ranked(Entry entry) {
                if (queue.contains(entry.key)) {
                    marked.add(entry.key);
                } else {
                    // A hand that has passed the newest goes to the oldest, not to who comes meanwhile.
                    hand = hand == queue.size() ? 0 : hand;
                    queue.add(entry.key);
                }
            }

            @Override
            void removed(String key) {
                int place = queue.indexOf(key);
                if (place >= 0) {
                    queue.remove(place);
                    hand -= place < hand ? 1 : 0;
                }
                marked.remove(key);
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void s3FifoDecidesAsAModelOfThreeLists(long seed) {
        var run = new SideBySide(new S3Fifo(), seed) {
            /** The oldest first. */
            private final List<Entry> small = new ArrayList<>();

            private final List<Entry> main = new ArrayList<>();
            private final List<Entry> ghosts = new ArrayList<>();
            private boolean wasGhost;

            @Override
            Decision expected(Entry newcomer) {
                wasGhost = ghosts.removeIf(ghost -> ghost.key.equals(newcomer.key));
                List<Entry> victims = new ArrayList<>();
                for (long free = BUDGET - used; free < newcomer.bytes; ) {
                    boolean fromSmall = main.isEmpty() || (!small.isEmpty() && bytes(small) >= BUDGET / 10);
                    Entry entry = (fromSmall ? small : main).removeFirst();
                    long uses = Math.min(3, entry.h < 0 ? 0 : (long) entry.h);
                    if (fromSmall ? uses >= 2 : uses >= 1) {
                        entry.h = fromSmall ? 0 : uses - 1;
                        main.add(entry);
                        continue;
                    }
                    if (fromSmall) {
                        ghosts.add(entry);
                        while (bytes(ghosts) > BUDGET - BUDGET / 10) {
                            ghosts.removeFirst();
                        }
                    }
                    victims.add(entry);
                    free += entry.bytes;
                }
                return keep(victims);
            }

            @Override
            void ranked(Entry entry) {
                if (small.contains(entry) || main.contains(entry)) {
                    entry.h = Math.min(3, entry.h + entry.asked - entry.told);
                } else {
                    (wasGhost ? main : small).add(entry);
                }
                entry.told = entry.asked;
            }

            @Override
            void removed(String key) {
                small.removeIf(entry -> entry.key.equals(key));
                main.removeIf(entry -> entry.key.equals(key));
            }

            private long bytes(List<Entry> entries) {
                return entries.stream().mapToLong(entry -> entry.bytes).sum();
            }
        };
        run.run(20_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void wTinyLfuDecidesAsAModelThatLooksAtEverythingForEachCandidate(long seed) {
        var run = new SideBySide(new WindowTinyLfu(), seed) {
            /** The oldest first. */
            private final List<Entry> window = new ArrayList<>();

            private final List<Entry> probation = new ArrayList<>();
            private final List<Entry> guarded = new ArrayList<>();
            private final List<Entry> victims = new ArrayList<>();
            private final FrequencySketch sketch = new FrequencySketch();
            private long sampled;
            private long room;

            @Override
            Decision expected(Entry newcomer) {
                count(newcomer.key, 1);
                victims.clear();
                room = newcomer.bytes - (BUDGET - used);
                List<Entry> candidates = new ArrayList<>();
                while (!window.isEmpty() && bytes(window) + newcomer.bytes > BUDGET / 100) {
                    candidates.add(window.removeFirst());
                    probation.add(candidates.getLast());
                }
                for (Entry candidate : candidates) {
                    if (needed() > 0 && !victims.contains(candidate) && !wins(candidate, candidate.bytes)) {
                        victims.add(candidate);
                    }
                }
                if (needed() > 0 && newcomer.bytes > BUDGET / 100 && !wins(newcomer, newcomer.bytes)) {
                    return new Decision.Refuse();
                }
                victims.addAll(oldest(needed(), newcomer));
                return keep(victims);
            }

            private long needed() {
                return room - bytes(victims);
            }

            private boolean wins(Entry entry, long bytes) {
                long wanted = Math.min(needed(), bytes);
                List<Entry> others = oldest(wanted, entry);
                long sum = others.stream()
                        .mapToLong(other -> sketch.estimate(other.key))
                        .sum();
                boolean wins = bytes(others) >= wanted && sketch.estimate(entry.key) > sum;
                if (wins) {
                    victims.addAll(others);
                }
                return wins;
            }

            private List<Entry> oldest(long bytes, Entry butFor) {
                List<Entry> oldest = new ArrayList<>();
                for (List<Entry> queue : List.of(probation, guarded, window)) {
                    for (Entry entry : queue) {
                        if (bytes(oldest) < bytes && !victims.contains(entry) && !entry.equals(butFor)) {
                            oldest.add(entry);
                        }
                    }
                }
                return oldest;
            }

            private void count(String key, long times) {
                sketch.add(key, times);
                sampled += times;
                if (sampled >= 10 * Math.max(64, held.size())) {
                    sketch.age();
                    sampled /= 2;
                }
            }

            @Override
            void ranked(Entry entry) {
                boolean inWindow = window.remove(entry);
                boolean known = inWindow | probation.remove(entry) | guarded.remove(entry);
                if (known) {
                    count(entry.key, Math.max(1, entry.asked - entry.told));
                    (inWindow ? window : guarded).add(entry);
                } else {
                    (entry.bytes > BUDGET / 100 ? probation : window).add(entry);
                }
                entry.told = entry.asked;
                while (bytes(guarded) > BUDGET / 5 * 4) {
                    probation.add(guarded.removeFirst());
                }
            }

            @Override
            void removed(String key) {
                for (List<Entry> queue : List.of(probation, guarded, window)) {
                    queue.removeIf(entry -> entry.key.equals(key));
                }
            }

            private long bytes(List<Entry> entries) {
                return entries.stream().mapToLong(entry -> entry.bytes).sum();
            }
        };
        run.run(20_000);
    }
}
