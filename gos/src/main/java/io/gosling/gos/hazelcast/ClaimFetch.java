package io.gosling.gos.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.objecttable.EntryTransitions;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Makes a node the leader of an object's fetch, unless another one leads already; returns the leader. */
final class ClaimFetch extends EntryTransition {
    private static final long serialVersionUID = 1;

    private FetchLeader mine = FetchLeader.NOBODY;
    private FetchLeader failed = FetchLeader.NOBODY;

    ClaimFetch() {}

    ClaimFetch(FetchLeader mine, FetchLeader failed) {
        this.mine = mine;
        this.failed = failed;
    }

    @Override
    GlobalObjectEntry next(String key, @Nullable GlobalObjectEntry row) {
        return EntryTransitions.claimed(row, mine, failed);
    }

    /** Returns null: if an owner dies, a second node may begin a fetch in progress. */
    @Override
    public @Nullable EntryProcessor<String, byte[], byte @Nullable []> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return GotSerialization.LEAD;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        write(out, mine);
        write(out, failed);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        mine = read(in);
        failed = read(in);
    }

    static void write(ObjectDataOutput out, FetchLeader lead) throws IOException {
        out.writeInt(lead.tag());
        out.writeLong(lead.number());
    }

    static FetchLeader read(ObjectDataInput in) throws IOException {
        return new FetchLeader(in.readInt(), in.readLong());
    }
}
