package io.gosling.gos.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.EntryTransitions;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Removes a node from a directory entry's holders. */
final class ForgetHolder extends EntryTransition {
    private static final long serialVersionUID = 1;

    private int tag;

    ForgetHolder() {}

    ForgetHolder(int tag) {
        this.tag = tag;
    }

    @Override
    @Nullable
    GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row) {
        return EntryTransitions.notHeld(row, tag);
    }

    @Override
    public int getClassId() {
        return GotSerialization.FORGET_HOLDER;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(tag);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        tag = in.readInt();
    }
}
