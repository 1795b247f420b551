package io.gosling.site.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Body;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coded stream that is closed by another thread than its reader. */
@Timeout(60)
class GzipCompressingInputStreamTest {
    private final int before = CompressionSlots.taken();

    private static GzipCompressingInputStream open(InputStream plain, Body source) {
        CompressionSlots.take();
        return new GzipCompressingInputStream(plain, source, false);
    }

    @Test
    void whatIsClosedBeforeItsFirstReadMakesNoCompressor() {
        ByteBuf bytes = Unpooled.copiedBuffer(new byte[100_000]);
        GzipCompressingInputStream input = open(new ByteBufInputStream(bytes.duplicate()), new Body.InMemory(bytes));
        input.close();
        input.close();
        assertEquals(before, CompressionSlots.taken());
        assertEquals(0, bytes.refCnt());
        assertThrows(IOException.class, input::read);
    }

    @Test
    void closingEndsAReadAndTheReaderReleasesTheCompressor() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        InputStream silent = new InputStream() {
            @Override
            public int read() throws IOException {
                waiting.countDown();
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return 'x';
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
        GzipCompressingInputStream input = open(silent, new Body.Streamed(silent, -1));
        CompletableFuture<Integer> read = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                read.complete(input.read());
            } catch (IOException e) {
                read.completeExceptionally(e);
            }
        });
        waiting.await();
        input.close();
        ExecutionException failed = assertThrows(ExecutionException.class, read::get);
        assertInstanceOf(IOException.class, failed.getCause());
        assertEquals(before, CompressionSlots.taken());
    }
}
