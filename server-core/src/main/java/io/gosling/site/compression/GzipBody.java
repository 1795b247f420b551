package io.gosling.site.compression;

import io.gosling.document.Body;
import io.gosling.document.BodyWriter;
import io.gosling.http.documents.FileWindow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Makes the gzip form of a body: at once of bytes in memory, while it is sent of all others. */
final class GzipBody {
    private GzipBody() {}

    /**
     * Returns the coded body, which takes the plain one over; null, with the plain one untouched, if nothing is saved.
     *
     * @param flushes true if what has come is sent when the source pauses, so that the bytes depend on its pauses
     */
    static @Nullable Body of(@Nullable Body plain, boolean flushes) throws IOException {
        return switch (plain) {
            case null -> null;
            case Body.InMemory memory -> ofMemory(memory);
            case Body.InFile file -> {
                FileWindow bytes = new FileWindow(file.channel(), file.position(), file.length());
                yield new Body.Streamed(new GzipInput(bytes, file, false), -1);
            }
            case Body.Streamed stream ->
                new Body.Streamed(
                        new GzipInput(stream.in(), stream, flushes && stream.length() < 0), -1, stream.trailers());
            case Body.Written written ->
                new Body.Written(out -> write(written.writer(), out, flushes), written.trailers());
        };
    }

    private static @Nullable Body ofMemory(Body.InMemory memory) throws IOException {
        ByteBuf plain = memory.bytes();
        int length = plain.readableBytes();
        ByteArrayOutputStream packed = new ByteArrayOutputStream(Math.max(64, length / 3));
        GzipOutput gzip = new GzipOutput(packed, false);
        try {
            plain.getBytes(plain.readerIndex(), gzip, length);
            gzip.finish();
        } finally {
            gzip.release();
        }
        if (packed.size() >= length) {
            return null;
        }
        memory.close();
        return new Body.InMemory(Unpooled.wrappedBuffer(packed.toByteArray()));
    }

    private static void write(BodyWriter writer, OutputStream out, boolean flushes) throws Exception {
        GzipOutput gzip = new GzipOutput(out, flushes);
        try {
            writer.writeTo(gzip);
            gzip.finish();
        } finally {
            gzip.release();
        }
    }
}
