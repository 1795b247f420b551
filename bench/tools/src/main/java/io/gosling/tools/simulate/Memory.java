package io.gosling.tools.simulate;

/** The memory of a node: its contents, and its reaction to requests and fetched files. */
public interface Memory {
    /** Handles a client's request for a file; whether it is here. */
    boolean asked(int file);

    boolean holds(int file);

    /** Offers a fetched file, which is kept or not. */
    void offer(int file);
}
