package io.gosling.bench.simulate;

import io.gosling.bench.policies.SharedMemory;

/**
 * Memory of a node that cooperates: the Global Object Table knows what is here.
 *
 * @param shared all nodes'
 * @param tag of this node there
 */
record TableMemory(SharedMemory shared, int tag) implements Memory {
    @Override
    public boolean asked(int file) {
        return shared.asked(tag, file);
    }

    @Override
    public boolean holds(int file) {
        return shared.holds(tag, file);
    }

    @Override
    public void offer(int file) {
        if (!holds(file)) {
            shared.offer(tag, file);
        }
    }
}
