package io.gosling.bench.hoc;

import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.Condition;
import io.gosling.gos.repository.Content;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.tools.simulate.IsolatedMemory;
import io.gosling.tools.simulate.SimulatedFiles;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** A cache that a web server queries before its disk. Safe for use by many threads. */
record FileCache(IntPredicate get, IntConsumer put) {
    /** A cache that keeps nothing. */
    static final FileCache NONE = new FileCache(file -> false, file -> {});

    /** In the memory of one process: one replacement policy, one lock. */
    static FileCache own(SimulatedFiles files, String replacement, long bytes) {
        IsolatedMemory memory = new IsolatedMemory(files, replacement, bytes);
        return new FileCache(
                file -> {
                    synchronized (memory) {
                        return memory.asked(file);
                    }
                },
                file -> {
                    synchronized (memory) {
                        memory.offer(file);
                    }
                });
    }

    static FileCache in(ObjectRepository space, SimulatedFiles files) {
        long[] sizes = files.trace().sizes();
        return new FileCache(
                file -> space.get(key(file)) instanceof GetResult.Found found
                        && found.content().bytes().length == sizes[file],
                file -> space.put(
                        key(file),
                        Content.of(new byte[(int) sizes[file]]),
                        Condition.any(),
                        AcknowledgementLevel.HOLDERS));
    }

    private static ObjectKey key(int file) {
        return ObjectKey.of("file-" + file);
    }
}
