package io.gosling.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A part that was received completely: its beginning in memory, and the rest, if any, in a temporary file that is
 * deleted with the request.
 */
record BufferedPart(
        String name,
        @Nullable String fileName,
        Headers headers,
        long length,
        byte[] beginning,
        @Nullable Path rest) implements Part {

    static BufferedPart of(Part coming, FormLimits limits, Request request) throws IOException {
        InputStream in = coming.open();
        byte[] beginning = in.readNBytes(limits.memoryBytes());
        int more = beginning.length < limits.memoryBytes() ? -1 : in.read();
        if (more < 0) {
            return new BufferedPart(
                    coming.name(), coming.fileName(), coming.headers(), beginning.length, beginning, null);
        }
        Path rest = Files.createTempFile(limits.directory(), "gosling-part-", "");
        request.whenDone(() -> delete(rest));
        long length = beginning.length + 1L;
        try (OutputStream out = Files.newOutputStream(rest)) {
            out.write(more);
            length += in.transferTo(out);
        }
        return new BufferedPart(coming.name(), coming.fileName(), coming.headers(), length, beginning, rest);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public InputStream open() throws IOException {
        InputStream first = new ByteArrayInputStream(beginning);
        return rest == null ? first : new SequenceInputStream(first, Files.newInputStream(rest));
    }

    @Override
    public void saveTo(Path file) throws IOException {
        try (InputStream in = open();
                OutputStream out = Files.newOutputStream(file)) {
            in.transferTo(out);
        }
    }
}
