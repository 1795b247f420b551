package io.gosling.bench.gos;

import java.util.List;

/** The store from which nodes read what is in no memory. Used by one thread. */
interface Store extends AutoCloseable {
    /** For each node, as {@code gosling serve} takes it. */
    List<String> sources();

    byte[] target(int object);

    /** From now on reads take their time. */
    default void slow() {}

    @Override
    default void close() {}
}
