package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.ObjectEntry;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes one object go, if it is still the version that was chosen; run by the thread of its partition, which counts it.
 */
final class DropObject
        implements EntryProcessor<UUID, byte[], byte[]>, GotSerialization.Numbered, HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private long version;
    private transient @Nullable HazelcastInstance instance;
    private transient @Nullable KeepCopy done;

    DropObject() {
        this(0);
    }

    DropObject(long version) {
        this.version = version;
    }

    /** Returns true if it may be evicted; tombstones and promised versions may not, and take few bytes. */
    static boolean mayGo(ObjectEntry entry) {
        return entry.bytes() != null && entry.promised() <= entry.version();
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance here) {
        instance = here;
    }

    @Override
    public byte @Nullable [] process(Map.Entry<UUID, byte[]> entry) {
        done = null;
        byte[] packed = entry.getValue();
        HomeKeeper keeper = instance == null ? null : HomeKeeper.of(instance);
        if (packed == null || keeper == null) {
            return null;
        }
        try {
            ObjectEntry found = HomeCodec.readEntry(packed);
            if (found.version() == version && mayGo(found)) {
                KeepCopy gone = new KeepCopy(null, 0);
                gone.process(entry);
                keeper.changed(found, null);
                done = gone;
            }
        } catch (IOException e) {
            // Written by another version of this program: a request for it reports that.
        }
        return null;
    }

    @Override
    public @Nullable EntryProcessor<UUID, byte[], byte[]> getBackupProcessor() {
        return done;
    }

    @Override
    public int getClassId() {
        return GotSerialization.DROP_OBJECT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(version);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        version = in.readLong();
    }
}
