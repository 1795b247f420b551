package io.gosling.bench.packet;

import java.io.IOException;

/** Told that from now on it counts. */
@FunctionalInterface
interface Mark {
    void set() throws IOException, InterruptedException;
}
