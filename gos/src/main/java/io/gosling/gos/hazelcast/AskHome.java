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
import io.gosling.gos.repository.HomeRules.Change;
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
        String obstacle = keeper == null ? "it is no node, and keeps nothing" : keeper.obstacle();
        if (keeper == null || obstacle != null) {
            return HomeCodec.write(new HomeAnswer.Unavailable("at the home of the key: " + obstacle));
        }
        try {
            return HomeCodec.write(answer(keeper, HomeCodec.readQuestion(question), entry));
        } catch (IOException e) {
            return HomeCodec.write(new HomeAnswer.Unavailable(e.getMessage() + ": do all nodes run the same version?"));
        }
    }

    private HomeAnswer answer(HomeKeeper keeper, Question asked, Map.Entry<UUID, byte[]> entry) throws IOException {
        byte[] packed = entry.getValue();
        if (packed != null && asked.request() instanceof HomeRequest.Read) {
            return read(keeper, asked, packed);
        }
        ObjectEntry found = packed == null ? null : HomeCodec.readEntry(packed);
        long now = keeper.nowMillis();
        HomeRules.Step step = HomeRules.step(asked.key(), found, asked.request(), keeper, now, keeper.stamp(now));
        switch (step.change()) {
            case Change.None none -> {}
            case Change.Keep keep -> {
                change(
                        entry,
                        new KeepCopy(HomeCodec.write(keep.entry()), keep.entry().keepMillis(now)));
                keeper.changed(found, keep.entry());
            }
            case Change.Drop drop -> {
                change(entry, new KeepCopy(null, 0));
                keeper.changed(found, null);
            }
        }
        return step.answer();
    }

    /** Reads the bytes only when they are sent. */
    private static HomeAnswer read(HomeKeeper keeper, Question asked, byte[] packed) throws IOException {
        long now = keeper.nowMillis();
        HomeAnswer answer = HomeRules.step(asked.key(), HomeCodec.readHead(packed), asked.request(), keeper, now, 0)
                .answer();
        return answer instanceof HomeAnswer.Has
                ? HomeRules.step(asked.key(), HomeCodec.readEntry(packed), asked.request(), keeper, now, 0)
                        .answer()
                : answer;
    }

    private void change(Map.Entry<UUID, byte[]> entry, KeepCopy change) {
        change.process(entry);
        done = change;
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
