package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An owner's table against a map of entries and a list in the order of use. */
class OwnedEntriesModelTest {
    private static final int BOUND = 24;
    private static final int STEPS = 20_000;
    private static final GlobalObjectEntry EMPTY = GlobalObjectEntry.empty();

    private final Map<String, GlobalObjectEntry> entries = new HashMap<>();
    private final List<String> used = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theTableDoesAsTheModel(long seed) {
        Random random = new Random(seed);
        OwnedEntries table = new OwnedEntries(BOUND);
        EntryOwners owners = EntryOwners.among(List.of(node("a", 1), node("b", 2)));
        for (int step = 0; step < STEPS; step++) {
            String key = "/" + random.nextInt(2 * BOUND);
            int tag = 1 + random.nextInt(10);
            FetchLeaderTag leader = new FetchLeaderTag(1 + random.nextInt(3), 1 + random.nextInt(5));
            FetchLeaderTag other = new FetchLeaderTag(1 + random.nextInt(3), random.nextInt(5));
            Ageing ageing = new Ageing(random.nextInt(4), 0.5, 1e6);
            boolean held = random.nextBoolean();
            String at = "seed " + seed + " step " + step;
            switch (random.nextInt(13)) {
                case 0, 1, 2, 3, 4 -> {
                    LocalCountReport count = localCount(key, random);
                    assertEquals(report(tag, count, ageing), table.locate(tag, count, ageing), at);
                }
                case 5 -> {
                    List<LocalCountReport> counts = List.of(localCount(key, random), localCount("/0", random));
                    List<EntrySummary> answers = new ArrayList<>();
                    counts.forEach(count -> answers.add(report(tag, count, ageing)));
                    assertEquals(answers, table.report(tag, counts, ageing), at);
                }
                case 6, 7 -> assertEquals(claim(key, leader, other), table.claim(key, leader, other), at);
                case 8, 9 -> {
                    end(key, leader, held);
                    table.end(key, leader, held);
                }
                case 10 -> {
                    notHeld(key, tag);
                    table.notHeld(key, tag);
                }
                case 11 -> {
                    long since = random.nextInt(4);
                    assertEquals(change(tag, key, since), table.changed(tag, key, since), at);
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        dropForeign(owners);
                        table.dropForeign(owners, 1);
                    }
                }
            }
            assertEquals(entries.size(), table.size(), at);
            assertTrue(table.size() <= BOUND, at);
        }
    }

    private static ClusterMember node(String name, int tag) {
        InetSocketAddress peer = InetSocketAddress.createUnresolved(name, 4676);
        return new ClusterMember(
                name, tag, NodeRole.ALL, peer, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
    }

    private static LocalCountReport localCount(String key, Random random) {
        long count = random.nextInt(60);
        return new LocalCountReport(
                key,
                count,
                random.nextInt((int) count + 1),
                random.nextInt(50),
                random.nextInt(4),
                random.nextInt(3),
                Holding.values()[random.nextInt(4)]);
    }

    private EntrySummary report(int tag, LocalCountReport count, Ageing ageing) {
        GlobalObjectEntry before = entries.get(count.key());
        if (before == null && (count.holding() == Holding.UNSEEN || count.holding() == Holding.DROPPED)) {
            return EntrySummary.nothing();
        }
        GlobalObjectEntry after = entries.getOrDefault(count.key(), EMPTY).told(tag, count, ageing);
        put(count.key(), after);
        return after.readBy(tag);
    }

    private EntrySummary claim(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        GlobalObjectEntry after = entries.getOrDefault(key, EMPTY).led(mine, failed);
        put(key, after);
        return after.readBy(mine.tag());
    }

    private void end(String key, FetchLeaderTag ended, boolean held) {
        GlobalObjectEntry before = entries.get(key);
        if (before != null || held) {
            put(key, entries.getOrDefault(key, EMPTY).filled(ended, held));
        }
    }

    private void notHeld(String key, int tag) {
        GlobalObjectEntry before = entries.get(key);
        if (before != null) {
            put(key, before.withoutHolder(tag));
        }
    }

    private EntrySummary change(int tag, String key, long since) {
        GlobalObjectEntry before = entries.getOrDefault(key, EMPTY);
        GlobalObjectEntry after = before.changedSince(since);
        boolean isNew = before.version() <= since;
        put(key, after);
        EntrySummary read = after.readBy(tag);
        List<Integer> invalidate = isNew ? before.holders() : List.of();
        return new EntrySummary(read.agac(), read.epoch(), read.version(), read.counted(), invalidate, read.lead());
    }

    private void put(String key, GlobalObjectEntry entry) {
        used.remove(key);
        if (entry.equals(EMPTY)) {
            remove(key);
            return;
        }
        entries.put(key, entry);
        used.add(key);
        if (entries.size() > BOUND) {
            remove(used.subList(0, 8).stream().filter(this::isIdle).findFirst().orElse(used.getFirst()));
        }
    }

    private boolean isIdle(String key) {
        GlobalObjectEntry entry = entries.getOrDefault(key, EMPTY);
        return entry.holders().isEmpty() && !entry.lead().isSomebody();
    }

    private void remove(String key) {
        entries.remove(key);
        used.remove(key);
    }

    private void dropForeign(EntryOwners owners) {
        List.copyOf(used).stream().filter(key -> !owners.isOwner(1, key)).forEach(this::remove);
    }
}
