package io.gosling.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Standard output, without the locks and the charset of {@code System.out}; stays open. */
final class StandardOutput implements LogOutput {
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    @Override
    public void write(byte[] lines, int length) throws IOException {
        out.write(lines, 0, length);
    }

    @Override
    public void reopen() {
        // Its reader rotates it.
    }

    @Override
    public void close() {
        // It is the process's.
    }
}
