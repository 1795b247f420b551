package io.gosling.gos.objecttable;

import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A backup in a map, which several owners may share; can be made to answer late. Any thread. */
public final class FakeBackup implements EntryBackup {
    public final ConcurrentHashMap<String, byte[]> written = new ConcurrentHashMap<>();
    public final AtomicInteger reads = new AtomicInteger();

    /** While it is true, reads wait for {@link #answer}. */
    public volatile boolean late;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    @Override
    public void write(Map<String, byte[]> entries) {
        written.putAll(entries);
    }

    @Override
    public void read(String key, Consumer<@Nullable GlobalObjectEntry> then) {
        reads.incrementAndGet();
        Runnable answer = () -> then.accept(GlobalObjectEntryCodec.unpack(written.get(key)));
        if (late) {
            waiting.add(answer);
        } else {
            answer.run();
        }
    }

    /** Gives the answers that are late. */
    public void answer() {
        while (!waiting.isEmpty()) {
            Objects.requireNonNull(waiting.poll()).run();
        }
    }

    @Override
    public void clear() {
        written.clear();
    }
}
