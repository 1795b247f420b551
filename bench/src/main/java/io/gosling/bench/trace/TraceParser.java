package io.gosling.bench.trace;

import java.io.IOException;
import java.io.InputStream;

/** A form in which requests are written down, one behind the other. Reads with one thread. */
@FunctionalInterface
interface TraceParser {
    /**
     * Reads to the end. What cannot be read is counted as broken and left out.
     *
     * @throws IOException when the stream fails, or is not of this form at all
     */
    void read(InputStream in, TraceBuilder draft) throws IOException;
}
