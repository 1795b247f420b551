package io.gosling.bench.gos;

import java.util.List;

/** Where nodes read what no memory has. Used by one thread. */
interface Store extends AutoCloseable {
    /** For each node, as {@code gosling serve} takes it. */
    List<String> sources();

    /** Path and query of an object. */
    byte[] target(int object);

    /** From now on reads take their time. */
    void slow();

    @Override
    void close();
}
