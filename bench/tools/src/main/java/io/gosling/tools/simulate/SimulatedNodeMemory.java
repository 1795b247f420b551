package io.gosling.tools.simulate;

/** The memory of a node: its contents, and its reaction to requests and fetched files. */
public interface SimulatedNodeMemory {
    boolean asked(int file);

    boolean holds(int file);

    void offer(int file);
}
