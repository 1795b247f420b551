package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;

/** A parser of one trace format. Reads with one thread. */
@FunctionalInterface
interface TraceParser {
    /**
     * Reads to the end. Lines that cannot be parsed are counted as broken and left out.
     *
     * @throws IOException when the stream fails, or is not of this form at all
     */
    void read(InputStream in, TraceBuilder draft) throws IOException;
}
