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
import io.gosling.gos.repository.HomeRequest;
import java.io.IOException;
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
                    keeper == null || obstacle != null
                            ? new HomeAnswer.Unavailable("at the home of the key: " + obstacle)
                            : answer(keeper, asked, entry));
        } catch (IOException e) {
            return HomeCodec.write(new HomeAnswer.Unavailable(e.getMessage() + ": do all nodes run the same version?"));
        }
    }

    /** An eviction tells nobody anything. */
    private static @Nullable String obstacle(RepositoryHomeState keeper, HomeRequest request) {
        return request instanceof HomeRequest.Evict ? null : keeper.obstacle();
    }

    private HomeAnswer answer(RepositoryHomeState keeper, Question asked, Map.Entry<UUID, byte[]> entry)
            throws IOException {
        byte[] packed = entry.getValue();
        if (packed != null && asked.request() instanceof HomeRequest.Read) {
            return read(keeper, asked, packed);
        }
        HomeObjectEntry found = packed == null ? null : HomeCodec.readEntry(packed);
        long now = keeper.nowMillis();
        HomeEntryTransitions.Step step =
                HomeEntryTransitions.step(asked.key(), found, asked.request(), keeper, now, keeper.stamp(now));
        if (step.changes()) {
            done = EntryUpdateProcessor.of(step.entry(), now);
            done.process(entry);
            keeper.changed(found, step.entry());
        }
        return step.answer();
    }

    /** Reads the bytes only when they are sent. */
    private static HomeAnswer read(RepositoryHomeState keeper, Question asked, byte[] packed) throws IOException {
        HomeAnswer answer = read(keeper, asked, HomeCodec.readHead(packed));
        return answer instanceof HomeAnswer.Has ? read(keeper, asked, HomeCodec.readEntry(packed)) : answer;
    }

    private static HomeAnswer read(RepositoryHomeState keeper, Question asked, HomeObjectEntry entry) {
        return HomeEntryTransitions.step(asked.key(), entry, asked.request(), keeper, keeper.nowMillis(), 0)
                .answer();
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
