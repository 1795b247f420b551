package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeCodec.Question;
import io.gosling.gos.repository.HomeEntryTransitions;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to an object's home, run by the thread of its partition: {@link HomeEntryTransitions}. Backups receive the
 * result without deciding: clocks and quotas differ.
 */
final class HomeRequestProcessor
        implements EntryProcessor<UUID, byte[], byte[]>, HazelcastClassRegistry.Numbered, HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private byte[] question;
    private transient @Nullable HazelcastInstance instance;
    private transient @Nullable EntryUpdateProcessor done;

    HomeRequestProcessor() {
        this(new byte[0]);
    }

    HomeRequestProcessor(byte[] question) {
        this.question = question;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance here) {
        instance = here;
    }

    @Override
    public byte[] process(Map.Entry<UUID, byte[]> entry) {
        done = null;
        RepositoryHomeState keeper = instance == null ? null : RepositoryHomeState.of(instance);
        try {
            Question asked = HomeCodec.readQuestion(question);
            String obstacle = keeper == null ? "it is no node, and keeps nothing" : obstacle(keeper, asked.request());
            return HomeCodec.write(
                    keeper == null || obstacle != null ? unavailable(obstacle) : answer(keeper, asked, entry));
        } catch (IOException e) {
            return HomeCodec.write(new HomeAnswer.Unavailable(e.getMessage() + ": do all nodes run the same version?"));
        }
    }

    static HomeAnswer unavailable(@Nullable String obstacle) {
        return new HomeAnswer.Unavailable("at the home of the key: " + obstacle);
    }

    /** An eviction tells nobody anything. */
    private static @Nullable String obstacle(RepositoryHomeState keeper, HomeRequest request) {
        return request instanceof HomeRequest.Evict ? null : keeper.obstacle();
    }

    private HomeAnswer answer(RepositoryHomeState keeper, Question asked, Map.Entry<UUID, byte[]> entry)
            throws IOException {
        if (asked.request() instanceof HomeRequest.Read read) {
            return read(keeper, asked.key(), read.known(), entry);
        }
        byte[] packed = entry.getValue();
        HomeObjectEntry found = packed == null ? null : HomeCodec.readEntry(packed);
        long now = keeper.nowMillis();
        HomeEntryTransitions.Step step =
                HomeEntryTransitions.step(asked.key(), found, asked.request(), keeper, now, keeper.stamp(now));
        if (step.changes()) {
            keeper.reads().changing(asked.key().hash(), step.entry() == null);
            done = EntryUpdateProcessor.of(step.entry(), now);
            done.process(entry);
            keeper.changed(found, step.entry());
        }
        return step.answer();
    }

    /** Copies the bytes only when they are sent. The next read need not come here. */
    private HomeAnswer read(RepositoryHomeState keeper, ObjectKey key, long known, Map.Entry<UUID, byte[]> entry)
            throws IOException {
        StoredBytes stored = StoredBytes.of(entry);
        if (stored == null) {
            return HomeEntryTransitions.read(key, null, known, keeper.nowMillis());
        }
        HomeObjectEntry head = stored.head();
        ByteBuffer bytes = stored.bytes(head);
        PartitionOwnership own =
                instance == null || !stored.isShared() ? null : PartitionOwnership.of(instance, key.hash());
        if (own != null) {
            keeper.reads().put(head, bytes, own);
        }
        HomeAnswer answer = HomeEntryTransitions.read(key, head, known, keeper.nowMillis());
        return answer instanceof HomeAnswer.Has ? new HomeReply(answer, bytes).copied() : answer;
    }

    @Override
    public @Nullable EntryProcessor<UUID, byte[], byte[]> getBackupProcessor() {
        return done;
    }

    @Override
    public int getClassId() {
        return HazelcastClassRegistry.ASK_HOME;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByteArray(question);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        byte[] read = in.readByteArray();
        question = read == null ? new byte[0] : read;
    }
}
