package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Global Object Table on a Hazelcast map that only {@link EntryTransition}s change. Used by worker paths and the
 * reporter; no lock. Every call has a deadline; an owner that missed one is backed off from. Reports skip the owners
 * that lookups skip, and mark none: many entries may take long.
 */
public final class HazelcastObjectTable implements GlobalObjectTable {
    /**
     * Entries up to which each is updated by an operation of its own: a bulk operation visits all of them per
     * partition.
     */
    private static final int PORTION = 64;

    /** An answer after a fifth of the deadline is slow: a persistently slow owner must not delay every miss. */
    private static final int SLOW = 5;

    /** Slow answers in succession that are tolerated: a node that has just started is slow at first. */
    private static final int TOLERATED = 4;

    private final Supplier<@Nullable HazelcastInstance> grid;
    private final int tag;
    private final long deadlineNanos;
    private final Ticker ticker;
    private final Suspects suspects;
    private final Suspects slow;

    /**
     * @param grid the running instance, or null while there is none
     */
    public HazelcastObjectTable(
            Supplier<@Nullable HazelcastInstance> grid, int tag, ClusterTimings timings, Ticker ticker) {
        this.grid = grid;
        this.tag = tag;
        this.deadlineNanos = timings.get(ClusterTimings.LOCATE).toNanos();
        this.suspects =
                new Suspects(0, timings.get(ClusterTimings.SUSPICION), timings.get(ClusterTimings.LOCATE), ticker);
        this.slow = new Suspects(
                TOLERATED, timings.get(ClusterTimings.SUSPICION), timings.get(ClusterTimings.LOCATE), ticker);
        this.ticker = ticker;
    }

    @Override
    public @Nullable EntrySummary locate(LocalCount localCount, Ageing ageing) {
        return ask(localCount.key(), new ReportCounts(tag, ageing, List.of(localCount)), true);
    }

    @Override
    public @Nullable EntrySummary changed(String key, long since) {
        return ask(key, new ChangeEntry(since), false);
    }

    @Override
    public void filled(LocalCount localCount, Ageing ageing) {
        send(localCount.key(), new ReportCounts(tag, ageing, List.of(localCount)));
    }

    @Override
    public @Nullable EntrySummary claimFetch(String key, FetchLeader mine, FetchLeader failed) {
        return ask(key, new ClaimFetch(mine, failed), false);
    }

    @Override
    public void endFetch(String key, FetchLeader mine, boolean held) {
        send(key, new EndFetch(mine, held));
    }

    @Override
    public void notHeld(String key, int holder) {
        send(key, new ForgetHolder(holder));
    }

    /** @param noEntry true if an answer without an entry is meaningful */
    private @Nullable EntrySummary ask(String key, EntryTransition processor, boolean noEntry) {
        HazelcastInstance running = grid.get();
        Member owner = running == null ? null : owner(running, key);
        if (running == null || owner == null || !mayAsk(owner.getUuid())) {
            return null;
        }
        long asked = ticker.nanos();
        try {
            byte[] row = table(running)
                    .submitToKey(key, processor)
                    .toCompletableFuture()
                    .get(deadlineNanos, TimeUnit.NANOSECONDS);
            suspects.answered(owner.getUuid());
            judge(owner.getUuid(), ticker.nanos() - asked);
            EntrySummary reading = read(row);
            return reading == null && noEntry ? EntrySummary.nothing() : reading;
        } catch (TimeoutException e) {
            suspects.failed(owner.getUuid());
            slow.failed(owner.getUuid());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException e) {
            // Leaving, or the owner has gone this moment: the table knows nothing.
        }
        return null;
    }

    /** Checks both conditions before it claims the test of either owner. */
    private boolean mayAsk(UUID owner) {
        return !suspects.isLeftAlone(owner) && !slow.isLeftAlone(owner) && suspects.mayAsk(owner) && slow.mayAsk(owner);
    }

    private void judge(UUID owner, long tookNanos) {
        if (tookNanos > deadlineNanos / SLOW) {
            slow.failed(owner);
        } else {
            slow.answered(owner);
        }
    }

    private void send(String key, EntryTransition processor) {
        HazelcastInstance running = grid.get();
        Member owner = running == null ? null : owner(running, key);
        if (running != null && owner != null && !suspects.isSuspect(owner.getUuid())) {
            try {
                table(running).submitToKey(key, processor);
            } catch (RuntimeException e) {
                // Leaving: nothing depends on it.
            }
        }
    }

    @Override
    public Map<String, EntrySummary> report(Collection<LocalCount> tallies, Ageing ageing) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return Map.of();
        }
        Map<Member, Boolean> asked = new HashMap<>();
        List<Told> told = new ArrayList<>();
        try {
            Map<Member, List<LocalCount>> begun = new HashMap<>();
            byPartition(running, tallies).forEach((part, theirs) -> {
                Member owner = part.getOwner();
                if (owner != null && asked.computeIfAbsent(owner, one -> !suspects.isLeftAlone(one.getUuid()))) {
                    List<LocalCount> portion = begun.computeIfAbsent(owner, first -> new ArrayList<>());
                    portion.addAll(theirs);
                    if (portion.size() >= PORTION) {
                        begun.remove(owner);
                        told.add(tell(running, owner, portion, ageing));
                    }
                }
            });
            begun.forEach((owner, rest) -> told.add(tell(running, owner, rest, ageing)));
        } catch (RuntimeException e) {
            // Leaving: sent again with the next report, if there is one.
        }
        return await(told);
    }

    private static Map<Partition, List<LocalCount>> byPartition(
            HazelcastInstance running, Collection<LocalCount> tallies) {
        PartitionService partitions = running.getPartitionService();
        Map<Partition, List<LocalCount>> parts = new HashMap<>();
        for (LocalCount localCount : tallies) {
            parts.computeIfAbsent(partitions.getPartition(localCount.key()), first -> new ArrayList<>())
                    .add(localCount);
        }
        return parts;
    }

    private Told tell(HazelcastInstance running, Member owner, List<LocalCount> tallies, Ageing ageing) {
        Set<String> keys = HashSet.newHashSet(tallies.size());
        tallies.forEach(localCount -> keys.add(localCount.key()));
        return new Told(owner, keys, table(running).submitToKeys(keys, new ReportCounts(tag, ageing, tallies)));
    }

    /** A part of a report under way to its owner. */
    private record Told(Member owner, Set<String> keys, CompletionStage<Map<String, byte[]>> answer) {}

    /** All answers that come before one common deadline. */
    private Map<String, EntrySummary> await(List<Told> told) {
        Map<String, EntrySummary> readings = new HashMap<>();
        long deadline = System.nanoTime() + deadlineNanos;
        for (Told part : told) {
            try {
                Map<String, byte[]> rows = part.answer()
                        .toCompletableFuture()
                        .get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                for (String key : part.keys()) {
                    EntrySummary reading = read(rows.get(key));
                    readings.put(key, reading == null ? EntrySummary.nothing() : reading);
                }
                suspects.answered(part.owner().getUuid());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (TimeoutException | ExecutionException | RuntimeException e) {
                // Not confirmed: sent again with the next report.
            }
        }
        return readings;
    }

    @Override
    public @Nullable String ownerOf(String key) {
        HazelcastInstance running = grid.get();
        Member owner = running == null ? null : owner(running, key);
        return owner == null ? null : owner.getAttribute(MemberAttributes.NAME);
    }

    @Override
    public boolean isShared() {
        HazelcastInstance running = grid.get();
        try {
            return running != null && running.getCluster().getMembers().size() > 1;
        } catch (RuntimeException e) {
            return false; // leaving
        }
    }

    /** Removes all entries. */
    public void clear() {
        HazelcastInstance running = grid.get();
        if (running != null) {
            table(running).clear();
        }
    }

    public int entriesOwned() {
        HazelcastInstance running = grid.get();
        return running == null ? 0 : table(running).localKeySet().size();
    }

    private static @Nullable Member owner(HazelcastInstance running, String key) {
        try {
            return running.getPartitionService().getPartition(key).getOwner();
        } catch (RuntimeException e) {
            return null;
        }
    }

    private @Nullable EntrySummary read(byte @Nullable [] packed) {
        GlobalObjectEntry row = GlobalObjectEntryCodec.unpack(packed);
        return row == null ? null : row.readBy(tag);
    }

    private static IMap<String, byte[]> table(HazelcastInstance running) {
        return running.getMap(HazelcastConfiguration.TABLE);
    }
}
