package io.gosling.gos.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.EntryTransitions;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import java.io.IOException;
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
        return EntryTransitions.changed(row, since);
    }

    @Override
    byte @Nullable [] answer(@Nullable GlobalObjectEntry before, byte[] after) {
        GlobalObjectEntry now = GlobalObjectEntryCodec.unpack(after);
        return now == null ? after : GlobalObjectEntryCodec.pack(EntryTransitions.changeAnswer(before, now, since));
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
