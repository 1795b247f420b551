package io.gosling.accesslog;

import java.io.IOException;

/** A destination for log lines. Used by the writer's thread only. */
interface LogOutput extends AutoCloseable {
    void write(byte[] lines, int length) throws IOException;

    void reopen() throws IOException;

    @Override
    void close() throws IOException;
}
