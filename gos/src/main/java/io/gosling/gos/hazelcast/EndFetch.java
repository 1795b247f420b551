package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.EntryTransitions;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Records in a directory entry that a fetch has ended, and whether its node is a holder now. An entry that is then
 * empty is removed.
 */
final class EndFetch extends EntryTransition {
    private static final long serialVersionUID = 1;

    private FetchLeader ended = FetchLeader.NOBODY;
    private boolean held;

    /** Hazelcast asks for the backup's processor after it has run this one. */
    private transient boolean matters;

    EndFetch() {}

    EndFetch(FetchLeader ended, boolean held) {
        this.ended = ended;
        this.held = held;
    }

    @Override
    @Nullable
    GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row) {
        GlobalObjectEntry next = EntryTransitions.ended(row, ended, held);
        if (next == null) {
            return null;
        }
        GlobalObjectEntry before = row == null ? GlobalObjectEntry.empty() : row;
        matters |= !next.holders().equals(before.holders()) || (!held && !next.equals(before));
        return next;
    }

    /**
     * Returns a processor only if the holders change, or the leader is removed, where a backup of the entry may still
     * name the leader.
     */
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
        ClaimFetch.write(out, ended);
        out.writeBoolean(held);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ended = ClaimFetch.read(in);
        held = in.readBoolean();
    }
}
