package io.gosling.accesslog;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A destination for log lines. Used by the writer's thread only. */
interface LogOutput extends AutoCloseable {
    /**
     * Standard output or error, without the locks and the charset of {@code System.out}: the process's, which stays
     * open.
     */
    record Standard(FileOutputStream out) implements LogOutput {
        /** Links that are followed from a name to one of the process's own. */
        private static final int MOST_LINKS = 40;

        private static final Map<String, FileDescriptor> OWN = Map.of(
                "/dev/stdout", FileDescriptor.out,
                "/dev/fd/1", FileDescriptor.out,
                "/proc/self/fd/1", FileDescriptor.out,
                "/dev/stderr", FileDescriptor.err,
                "/dev/fd/2", FileDescriptor.err,
                "/proc/self/fd/2", FileDescriptor.err);

        Standard(FileDescriptor descriptor) {
            this(new FileOutputStream(descriptor));
        }

        /**
         * The output that a name means: a dash, or a system's name of standard output or error, or a link to one; null
         * for any other. A process may write to these where it may not open them, as when another user made the pipe.
         */
        static @Nullable Standard named(String name) throws IOException {
            FileDescriptor own = name.equals("-") ? FileDescriptor.out : OWN.get(name);
            Path at = Path.of(name);
            for (int links = 0; own == null && links < MOST_LINKS && Files.isSymbolicLink(at); links++) {
                at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
                own = OWN.get(at.toString());
            }
            return own == null ? null : new Standard(own);
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
