package io.gosling.tools.simulate;

import io.gosling.tools.policies.SharedMemory;

/**
 * The memory of a cooperating node, whose contents the Global Object Table knows.
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
