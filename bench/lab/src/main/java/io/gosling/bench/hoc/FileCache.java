package io.gosling.bench.hoc;

import io.gosling.gos.repository.Acknowledgement;
import io.gosling.gos.repository.Condition;
import io.gosling.gos.repository.Content;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.ObjectSpace;
import io.gosling.tools.simulate.IsolatedMemory;
import io.gosling.tools.simulate.SimulatedFiles;

/** A cache that a web server queries before its disk. Safe for use by many threads. */
interface FileCache {
    boolean get(int file);

    void put(int file);

    static FileCache none() {
        return new FileCache() {
            @Override
            public boolean get(int file) {
                return false;
            }

            @Override
            public void put(int file) {
                // Nothing is kept.
            }
        };
    }

    /** In the memory of one process: one replacement policy, one lock. */
    static FileCache own(SimulatedFiles files, String replacement, long bytes) {
        IsolatedMemory memory = new IsolatedMemory(files, replacement, bytes);
        return new FileCache() {
            @Override
            public synchronized boolean get(int file) {
                return memory.asked(file);
            }

            @Override
            public synchronized void put(int file) {
                memory.offer(file);
            }
        };
    }

    static FileCache in(ObjectSpace space, SimulatedFiles files) {
        return new FileCache() {
            @Override
            public boolean get(int file) {
                return space.get(key(file)) instanceof GetResult.Found found
                        && found.content().bytes().length == size(file);
            }

            @Override
            public void put(int file) {
                space.put(key(file), Content.of(new byte[size(file)]), Condition.any(), Acknowledgement.HOLDERS);
            }

            private ObjectKey key(int file) {
                return ObjectKey.of("file-" + file);
            }

            private int size(int file) {
                return (int) files.trace().sizes()[file];
            }
        };
    }
}
