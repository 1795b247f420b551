package io.gosling.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** A destination for log lines. Used by the writer's thread only. */
interface LogOutput extends AutoCloseable {
    /** Standard output, without the locks and the charset of {@code System.out}: the process's, which stays open. */
    record Standard(FileOutputStream out) implements LogOutput {
        Standard() {
            this(new FileOutputStream(FileDescriptor.out));
        }

        @Override
        public void write(byte[] lines, int length) throws IOException {
            out.write(lines, 0, length);
        }

        @Override
        public void reopen() {
            // Its reader rotates it.
        }

        @Override
        public void close() {}
    }

    void write(byte[] lines, int length) throws IOException;

    void reopen() throws IOException;

    @Override
    void close() throws IOException;
}
