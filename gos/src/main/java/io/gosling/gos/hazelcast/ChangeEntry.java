package io.gosling.gos.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Raises a directory entry's version; returns the new version with the previous holders. */
final class ChangeEntry extends EntryTransition {
    private static final long serialVersionUID = 1;

    private long since;

    ChangeEntry() {}

    ChangeEntry(long since) {
        this.since = since;
    }

    @Override
    GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row) {
        return (row == null ? GlobalObjectEntry.empty() : row).changedSince(since);
    }

    @Override
    byte @Nullable [] answer(@Nullable GlobalObjectEntry before, byte[] after) {
        GlobalObjectEntry now = GlobalObjectEntryCodec.unpack(after);
        if (now == null || before == null) {
            return after;
        }
        List<Integer> tell = before.version() > since ? List.of() : before.holders();
        return GlobalObjectEntryCodec.pack(
                new GlobalObjectEntry(now.version(), now.agac(), now.epoch(), tell, now.reporters(), now.lead()));
    }

    @Override
    public int getClassId() {
        return GotSerialization.CHANGE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(since);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        since = in.readLong();
    }
}
