package io.gosling.accesslog;

import java.io.IOException;

/** Where lines end up. Used by the writer's thread only. */
interface LogOutput extends AutoCloseable {
    /** Writes whole lines. */
    void write(byte[] lines, int length) throws IOException;

    /** Opens the file of the same name again, which somebody may have moved away. */
    void reopen() throws IOException;

    @Override
    void close() throws IOException;
}
