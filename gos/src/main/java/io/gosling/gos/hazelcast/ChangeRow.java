package io.gosling.gos.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.ObjectRow;
import io.gosling.gos.objecttable.PackedRow;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Raises a row's version; answers the new version with the holders there were. */
final class ChangeRow extends RowProcessor {
    private static final long serialVersionUID = 1;

    private long since;

    ChangeRow() {}

    ChangeRow(long since) {
        this.since = since;
    }

    @Override
    ObjectRow next(String key, @Nullable ObjectRow row) {
        return (row == null ? ObjectRow.empty() : row).changedSince(since);
    }

    @Override
    byte @Nullable [] answer(@Nullable ObjectRow before, byte[] after) {
        ObjectRow now = PackedRow.unpack(after);
        if (now == null || before == null) {
            return after;
        }
        List<Integer> tell = before.version() > since ? List.of() : before.holders();
        return PackedRow.pack(new ObjectRow(now.version(), now.agac(), now.epoch(), tell, now.reporters(), now.lead()));
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
