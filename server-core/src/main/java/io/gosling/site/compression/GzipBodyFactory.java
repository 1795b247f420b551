package io.gosling.site.compression;

import io.gosling.document.Body;
import io.gosling.document.BodyWriter;
import io.gosling.http.documents.FileRangeInputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the gzip form of a body: at once of few bytes in memory, while it is sent of all others. */
final class GzipBodyFactory {
    /** Bytes in memory beyond which the coded form is not made whole, since it would wait there for a slow client. */
    private static final int WHOLE = 64 << 10;

    private GzipBodyFactory() {}

    /**
     * Returns the coded body, which takes the plain one over; null, with the plain one untouched, if nothing is saved
     * or too many bodies are being compressed.
     *
     * @param flushes true if what has come is sent when the source pauses, so that the bytes depend on its pauses
     */
    static @Nullable Body of(@Nullable Body plain, boolean flushes) throws IOException {
        return switch (plain) {
            case null -> null;
            case Body.InMemory memory ->
                memory.length() <= WHOLE
                        ? ofMemory(memory)
                        : read(new ByteBufInputStream(memory.bytes().duplicate()), memory, false, List::of);
            case Body.InFile file ->
                read(new FileRangeInputStream(file.channel(), file.position(), file.length()), file, false, List::of);
            case Body.Streamed stream -> read(stream.in(), stream, flushes && stream.length() < 0, stream.trailers());
            case Body.Written written ->
                CompressionSlots.taken() < CompressionSlots.MOST
                        ? new Body.Written(out -> write(written.writer(), out, flushes), written.trailers())
                        : null;
        };
    }

    private static @Nullable Body read(
            InputStream plain, Body source, boolean flushes, Supplier<List<String>> trailers) {
        return CompressionSlots.tryTake()
                ? new Body.Streamed(new GzipCompressingInputStream(plain, source, flushes), -1, trailers)
                : null;
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
        CompressionSlots.take();
        try {
            GzipOutput gzip = new GzipOutput(out, flushes);
            try {
                writer.writeTo(gzip);
                gzip.finish();
            } finally {
                gzip.release();
            }
        } finally {
            CompressionSlots.giveBack();
        }
    }
}
