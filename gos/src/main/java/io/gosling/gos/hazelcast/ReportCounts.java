package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.EntryTransitions;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.LocalCount;
import io.gosling.gos.objecttable.LocalCount.Holding;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports a node's counts and holdings to directory entries: one entry for a locate, many for a report, of some
 * partitions of one owner. Where nothing but a count has changed, and by little, the backup is not updated, since each
 * report carries the global count that its node knows.
 *
 * <p>The threads of all these partitions run the same one, at the same time.
 */
final class ReportCounts extends EntryTransition {
    private static final long serialVersionUID = 1;
    private static final int MOST_ENTRIES = 1 << 20;

    private int tag;
    private Ageing ageing = new Ageing(0, 0.5, 1);
    private Map<String, LocalCount> tallies = Map.of();

    private final transient Set<String> changed = ConcurrentHashMap.newKeySet();

    ReportCounts() {}

    ReportCounts(int tag, Ageing ageing, Collection<LocalCount> tallies) {
        this.tag = tag;
        this.ageing = ageing;
        this.tallies = byKey(tallies);
    }

    private static Map<String, LocalCount> byKey(Collection<LocalCount> tallies) {
        Map<String, LocalCount> byKey = HashMap.newHashMap(tallies.size());
        tallies.forEach(localCount -> byKey.put(localCount.key(), localCount));
        return byKey;
    }

    @Override
    @Nullable
    GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row) {
        LocalCount localCount = tallies.get(key);
        if (localCount == null) {
            return row;
        }
        GlobalObjectEntry told = EntryTransitions.reported(row, tag, localCount, ageing);
        if (told != null && EntryTransitions.isForBackup(row, told)) {
            changed.add(key);
        }
        return told;
    }

    /** Returns the changes so far; Hazelcast skips entries of other partitions. */
    @Override
    public @Nullable EntryProcessor<String, byte[], byte @Nullable []> getBackupProcessor() {
        if (changed.isEmpty()) {
            return null;
        }
        List<LocalCount> matter = tallies.values().stream()
                .filter(localCount -> changed.contains(localCount.key()))
                .toList();
        return matter.size() == tallies.size() ? this : new ReportCounts(tag, ageing, matter);
    }

    @Override
    public int getClassId() {
        return GotSerialization.TELL;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(tag);
        out.writeInt(ageing.epoch());
        out.writeDouble(ageing.factor());
        out.writeDouble(ageing.cap());
        out.writeInt(tallies.size());
        for (LocalCount localCount : tallies.values()) {
            out.writeString(localCount.key());
            out.writeLong(localCount.count());
            out.writeLong(localCount.acknowledged());
            out.writeDouble(localCount.agac());
            out.writeInt(localCount.epoch());
            out.writeLong(localCount.version());
            out.writeByte(localCount.holding().ordinal());
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        tag = in.readInt();
        ageing = new Ageing(in.readInt(), in.readDouble(), in.readDouble());
        if (ageing.epoch() < 0 || ageing.epoch() > AgeingEpoch.MOST) {
            throw new IOException("a report of epoch " + ageing.epoch() + "; expected 0 to " + AgeingEpoch.MOST);
        }
        int size = in.readInt();
        if (size < 0 || size > MOST_ENTRIES) {
            throw new IOException("a report of " + size + " counts; expected 0 to " + MOST_ENTRIES);
        }
        List<Holding> holdings = List.of(Holding.values());
        Map<String, LocalCount> read = new HashMap<>();
        for (int i = 0; i < size; i++) {
            String key = in.readString();
            if (key == null) {
                throw new IOException("a local count without a key");
            }
            read.put(
                    key,
                    new LocalCount(
                            key,
                            in.readLong(),
                            in.readLong(),
                            in.readDouble(),
                            in.readInt(),
                            in.readLong(),
                            holdings.get(Math.floorMod(in.readByte(), holdings.size()))));
        }
        tallies = read;
    }
}
