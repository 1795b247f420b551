package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.Lead;
import io.gosling.gos.objecttable.ObjectRow;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tells a row that a fill has ended, and whether its node is a holder now. A row that then says nothing goes. */
final class FilledRow extends RowProcessor {
    private static final long serialVersionUID = 1;

    private Lead ended = Lead.NOBODY;
    private boolean held;

    /** The grid asks for the backup's processor after it has run this one. */
    private transient boolean matters;

    FilledRow() {}

    FilledRow(Lead ended, boolean held) {
        this.ended = ended;
        this.held = held;
    }

    @Override
    @Nullable
    ObjectRow next(String key, @Nullable ObjectRow row) {
        if (row == null && !held) {
            return null;
        }
        ObjectRow before = row == null ? ObjectRow.empty() : row;
        ObjectRow next = before.filled(ended, held);
        matters |= !next.holders().equals(before.holders()) || (!held && !next.equals(before));
        return next;
    }

    /** Only of who holds the object now, and that nobody does, where a copy of the row may say who is bringing it. */
    @Override
    public @Nullable EntryProcessor<String, byte[], byte @Nullable []> getBackupProcessor() {
        return matters ? this : null;
    }

    @Override
    public int getClassId() {
        return GotSerialization.FILLED;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        LeadRow.write(out, ended);
        out.writeBoolean(held);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ended = LeadRow.read(in);
        held = in.readBoolean();
    }
}
