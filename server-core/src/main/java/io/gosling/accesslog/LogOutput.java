package io.gosling.accesslog;

import java.io.IOException;

/** A destination for log lines. Used by the writer's thread only. */
interface LogOutput extends AutoCloseable {
    /** Writes whole lines. */
    void write(byte[] lines, int length) throws IOException;

    /** Opens the file of the same name again, which another process may have moved away. */
    void reopen() throws IOException;

    @Override
    void close() throws IOException;
}
