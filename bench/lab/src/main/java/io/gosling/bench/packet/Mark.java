package io.gosling.bench.packet;

import java.io.IOException;

/** A callback for the beginning of the measured time. */
@FunctionalInterface
interface Mark {
    void set() throws IOException, InterruptedException;
}
