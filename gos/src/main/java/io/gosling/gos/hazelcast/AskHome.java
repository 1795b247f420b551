package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeCodec.Question;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.HomeRules;
import io.gosling.gos.repository.ObjectEntry;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to an object's home, run by the thread of its partition: {@link HomeRules}. Backups receive the result
 * without deciding: clocks and quotas differ.
 */
final class AskHome implements EntryProcessor<UUID, byte[], byte[]>, GotSerialization.Numbered, HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    private byte[] question;
    private transient @Nullable HazelcastInstance instance;
    private transient @Nullable KeepCopy done;

    AskHome() {
        this(new byte[0]);
    }

    AskHome(byte[] question) {
        this.question = question;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance here) {
        instance = here;
    }

    @Override
    public byte[] process(Map.Entry<UUID, byte[]> entry) {
        done = null;
        HomeKeeper keeper = instance == null ? null : HomeKeeper.of(instance);
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
    private static @Nullable String obstacle(HomeKeeper keeper, HomeRequest request) {
        return request instanceof HomeRequest.Evict ? null : keeper.obstacle();
    }

    private HomeAnswer answer(HomeKeeper keeper, Question asked, Map.Entry<UUID, byte[]> entry) throws IOException {
        byte[] packed = entry.getValue();
        if (packed != null && asked.request() instanceof HomeRequest.Read) {
            return read(keeper, asked, packed);
        }
        ObjectEntry found = packed == null ? null : HomeCodec.readEntry(packed);
        long now = keeper.nowMillis();
        HomeRules.Step step = HomeRules.step(asked.key(), found, asked.request(), keeper, now, keeper.stamp(now));
        if (step.changes()) {
            done = KeepCopy.of(step.entry(), now);
            done.process(entry);
            keeper.changed(found, step.entry());
        }
        return step.answer();
    }

    /** Reads the bytes only when they are sent. */
    private static HomeAnswer read(HomeKeeper keeper, Question asked, byte[] packed) throws IOException {
        HomeAnswer answer = read(keeper, asked, HomeCodec.readHead(packed));
        return answer instanceof HomeAnswer.Has ? read(keeper, asked, HomeCodec.readEntry(packed)) : answer;
    }

    private static HomeAnswer read(HomeKeeper keeper, Question asked, ObjectEntry entry) {
        return HomeRules.step(asked.key(), entry, asked.request(), keeper, keeper.nowMillis(), 0)
                .answer();
    }

    @Override
    public @Nullable EntryProcessor<UUID, byte[], byte[]> getBackupProcessor() {
        return done;
    }

    @Override
    public int getClassId() {
        return GotSerialization.ASK_HOME;
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
