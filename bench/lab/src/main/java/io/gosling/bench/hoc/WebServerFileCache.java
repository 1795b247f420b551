package io.gosling.bench.hoc;

import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.StoredContent;
import io.gosling.tools.simulate.IsolatedSimulatedMemory;
import io.gosling.tools.simulate.SimulatedFiles;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** A cache that a web server queries before its disk. Safe for use by many threads. */
record WebServerFileCache(IntPredicate get, IntConsumer put) {
    /** A cache that keeps nothing. */
    static final WebServerFileCache NONE = new WebServerFileCache(file -> false, file -> {});

    /** In the memory of one process: one replacement policy, one lock. */
    static WebServerFileCache own(SimulatedFiles files, String replacement, long bytes) {
        IsolatedSimulatedMemory memory = new IsolatedSimulatedMemory(files, replacement, bytes);
        return new WebServerFileCache(
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

    static WebServerFileCache in(ObjectRepository space, SimulatedFiles files) {
        long[] sizes = files.trace().sizes();
        return new WebServerFileCache(
                file -> space.get(key(file)) instanceof GetResult.Found found
                        && found.content().bytes().length == sizes[file],
                file -> space.put(
                        key(file),
                        StoredContent.of(new byte[(int) sizes[file]]),
                        ChangeCondition.any(),
                        AcknowledgementLevel.HOLDERS));
    }

    private static ObjectKey key(int file) {
        return ObjectKey.of("file-" + file);
    }
}
