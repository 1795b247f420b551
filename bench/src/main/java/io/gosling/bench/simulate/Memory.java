package io.gosling.bench.simulate;

/** What a node has in memory, and what it does with what is asked for and brought. */
public interface Memory {
    /** A client has asked for a file; whether it is here. */
    boolean asked(int file);

    /** Whether a file is here. */
    boolean holds(int file);

    /** A file has been brought, and is kept or not. */
    void offer(int file);
}
