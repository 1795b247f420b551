package io.gosling.gos.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Three nodes, three keys, a thousand steps in an order that a seed makes: puts, gets and removes begin, messages and
 * purges arrive or are lost, arrive twice, or overtake each other. What may be true of the answers is checked, not what
 * is.
 */
class ObjectSpaceModelTest {
    private static final int STEPS = 1000;
    private static final int WORLDS = 150;

    @Test
    void withLeasesNoGetIsOlderThanAPutThatIsEverywhere() {
        for (int seed = 0; seed < WORLDS; seed++) {
            new World(seed, true, false).run();
        }
    }

    @Test
    void withoutVotersNeither() {
        for (int seed = 0; seed < WORLDS; seed++) {
            new World(seed, false, false).run();
        }
    }

    @Test
    void aModelWhoseNodesBelieveTheirCopiesFails() {
        assertThrows(AssertionError.class, () -> {
            for (int seed = 0; seed < WORLDS; seed++) {
                new World(seed, true, true).run();
            }
        });
    }

    /** A put, or a remove, and what came of it. Numbers of steps are time. */
    private static final class Change {
        final int key;
        final @Nullable String text;
        final long expected;
        final int began;
        int ended = Integer.MAX_VALUE;
        boolean certain;
        long version;

        Change(int key, @Nullable String text, long expected, int began) {
            this.key = key;
            this.text = text;
            this.expected = expected;
            this.began = began;
        }
    }

    private static final class World {
        private final int seed;
        private final Random random;
        private final ManualTicker ticker = new ManualTicker();
        private final FakeHomes homes = new FakeHomes(ticker);
        private final FakeVoters voters = new FakeVoters();
        private final List<ObjectRepository> nodes = new ArrayList<>();
        private final List<ObjectKey> keys = List.of(ObjectKey.of("a"), ObjectKey.of("b"), ObjectKey.of("c"));
        private final List<Change> changes = new ArrayList<>();
        private final Map<String, Long> versions = new HashMap<>();
        private final Map<String, String> texts = new HashMap<>();
        /** The highest version that a node has had of a key; removes begin anew. */
        private final long[][] seen = new long[3][3];

        private int gets;
        private int step;
        /** Answers come by futures, which would keep a failure to themselves. */
        private @Nullable String wrong;

        World(int seed, boolean leases, boolean believing) {
            this.seed = seed;
            this.random = new Random(seed);
            for (int node = 0; node < 3; node++) {
                RepositorySettings settings = RepositorySettings.defaults();
                if (seed % 3 == 0) {
                    settings = settings.with(RepositorySettings.CACHE_BYTES, 2000L)
                            .with(RepositorySettings.LARGEST_CACHED, 30)
                            .with(RepositorySettings.REPLACEMENT, "lru");
                }
                CopyCoherence validity = leases ? voters.node() : CopyCoherence.none();
                nodes.add(new ObjectRepository(
                        settings,
                        homes.seenFrom(node == 0),
                        believing ? believing(validity) : validity,
                        ticker,
                        new Random(seed * 3L + node)));
            }
            homes.hold();
            homes.lose(random);
            voters.hold();
        }

        /** The rule that is broken: purges are not looked at. */
        private static CopyCoherence believing(CopyCoherence other) {
            return new CopyCoherence() {
                @Override
                public long latest() {
                    return other.latest();
                }

                @Override
                public boolean isGood(ObjectKey key, long since) {
                    return true;
                }

                @Override
                public @Nullable String obstacle() {
                    return null;
                }

                @Override
                public CompletableFuture<String> forget(ObjectKey key) {
                    return other.forget(key);
                }
            };
        }

        void run() {
            for (step = 0; step < STEPS; step++) {
                ticker.advance(Duration.ofMillis(1));
                int choice = random.nextInt(100);
                if (choice < 25) {
                    get(random.nextInt(3), random.nextInt(3));
                } else if (choice < 35) {
                    put(random.nextInt(3), random.nextInt(3));
                } else if (choice < 37) {
                    remove(random.nextInt(3), random.nextInt(3));
                } else if (choice < 70 && !voters.underWay.isEmpty()) {
                    voters.deliver(random.nextInt(voters.underWay.size()));
                } else if (!homes.underWay.isEmpty()) {
                    homes.deliver(random.nextInt(homes.underWay.size()));
                }
            }
            assertNull(wrong);
            end();
            assertNull(wrong);
        }

        private void wrong(String what) {
            wrong = wrong == null ? what : wrong;
        }

        /** Everything arrives: all nodes say the same. */
        private void end() {
            for (int round = 0; round < 50; round++) {
                homes.deliverAll();
                voters.deliverAll();
            }
            assertTrue(gets > 50, "seed " + seed + ": only " + gets + " gets found something");
            for (int key = 0; key < keys.size(); key++) {
                long version = last(nodes.get(0), keys.get(key));
                assertEquals(version, last(nodes.get(1), keys.get(key)), "seed " + seed);
                assertEquals(version, last(nodes.get(2), keys.get(key)), "seed " + seed);
                nothingIsLost(key, version);
            }
        }

        /** A put that was answered is there, or a newer one, or somebody removed it. */
        private void nothingIsLost(int key, long version) {
            for (Change put : changes) {
                if (put.key == key && put.version > version) {
                    assertTrue(
                            changes.stream()
                                    .anyMatch(other ->
                                            other.key == key && other.text == null && other.ended >= put.began),
                            "seed " + seed + ": version " + put.version + " of step " + put.began
                                    + " is lost, there is " + version);
                }
            }
        }

        /** The version that everybody agrees on, 0 for nothing. */
        private long last(ObjectRepository node, ObjectKey key) {
            while (true) {
                CompletableFuture<GetResult> got = node.getAsync(key);
                homes.deliverAll();
                switch (got.join()) {
                    case GetResult.Found found -> {
                        return found.version();
                    }
                    case GetResult.Missing missing -> {
                        return 0;
                    }
                    case GetResult.Unavailable lost -> {}
                }
            }
        }

        private void put(int node, int key) {
            String text = key + " " + changes.size() + " " + "x".repeat(random.nextInt(50)) + " end";
            boolean everywhere = random.nextBoolean();
            long expected = random.nextInt(3) == 0 ? seen[node][key] : -1;
            ChangeCondition condition = expected < 0
                    ? ChangeCondition.any()
                    : expected == 0 ? ChangeCondition.absent() : ChangeCondition.version(expected);
            Change change = new Change(key, text, expected, step);
            changes.add(change);
            nodes.get(node)
                    .putAsync(
                            keys.get(key),
                            StoredContent.of(text),
                            condition,
                            everywhere ? AcknowledgementLevel.EVERYWHERE : AcknowledgementLevel.HOLDERS)
                    .thenAccept(result -> {
                        change.ended = step;
                        if (result instanceof PutResult.Stored stored) {
                            change.version = stored.version();
                            change.certain = everywhere;
                            learn(text, stored.version());
                            noneBetween(change);
                        }
                    });
        }

        /** A condition that held leaves no room for another writer between the version it named and its own. */
        private void noneBetween(Change mine) {
            for (Change other : changes) {
                boolean between =
                        other.key == mine.key && other.version > mine.expected && other.version < mine.version;
                if (mine.expected > 0 && between) {
                    wrong("seed " + seed + ": version " + other.version + " between " + mine.expected + " and "
                            + mine.version);
                }
            }
        }

        private void remove(int node, int key) {
            Change change = new Change(key, null, -1, step);
            changes.add(change);
            nodes.get(node)
                    .removeAsync(keys.get(key), ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE)
                    .thenAccept(result -> {
                        change.ended = step;
                        change.certain = result instanceof RemoveResult.Removed;
                    });
        }

        private void get(int node, int key) {
            int began = step;
            long before = seen[node][key];
            nodes.get(node).getAsync(keys.get(key)).thenAccept(result -> {
                switch (result) {
                    case GetResult.Found found -> {
                        gets++;
                        String text = found.content().text();
                        learn(text, found.version());
                        if (!text.startsWith(key + " ") || !text.endsWith(" end")) {
                            wrong("seed " + seed + ": a get of key " + key + " brought " + text);
                        }
                        if (found.version() < before) {
                            wrong("seed " + seed + ": node " + node + " had version " + before + " and then "
                                    + found.version());
                        }
                        seen[node][key] = Math.max(seen[node][key], found.version());
                        notOlder(key, text, found.version(), began);
                    }
                    case GetResult.Missing missing -> mayBeMissing(key, began);
                    case GetResult.Unavailable unavailable -> {}
                }
            });
        }

        /** One version is one text. */
        private void learn(String text, long version) {
            Long known = versions.putIfAbsent(text, version);
            if (known != null && known != version) {
                wrong("seed " + seed + ": " + text + " is version " + known + " and " + version);
            }
            String other = texts.putIfAbsent(text.charAt(0) + " " + version, text);
            if (other != null && !other.equals(text)) {
                wrong("seed " + seed + ": version " + version + " is " + other + " and " + text);
            }
        }

        private void notOlder(int key, String text, long version, int began) {
            Change source = changes.stream()
                    .filter(change -> text.equals(change.text))
                    .findFirst()
                    .orElseThrow();
            for (Change other : changes) {
                if (other.key != key || !other.certain || other.ended >= began) {
                    continue;
                }
                boolean older = other.text == null ? source.ended < other.began : version < other.version;
                if (older) {
                    wrong("seed " + seed + ": a get that began at step " + began + " brought version " + version
                            + " of step " + source.began + ", after "
                            + (other.text == null ? "a remove" : "version " + other.version) + " of step "
                            + other.began + " to " + other.ended);
                }
            }
        }

        private void mayBeMissing(int key, int began) {
            for (Change put : changes) {
                boolean there = put.key == key && put.text != null && put.certain && put.ended < began;
                if (there
                        && changes.stream()
                                .noneMatch(
                                        other -> other.key == key && other.text == null && other.ended >= put.began)) {
                    wrong("seed " + seed + ": nothing was found at step " + began + " of what was put everywhere by "
                            + put.ended);
                }
            }
        }
    }
}
