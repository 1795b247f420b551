package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the pipe between a writing and a reading thread. */
class BodyPipeTest {
    @Test
    void whatIsSmallHasALength() throws Exception {
        try (BodyPipe body = BodyPipe.begin("GET /a", out -> {
            out.write('h');
            out.write("ello".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        })) {
            assertEquals(5, body.length());
            assertEquals("hello", new String(body.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    @Test
    void everyByteComesInOrderHoweverItIsWritten() throws Exception {
        byte[] bytes = new byte[300_000];
        new Random(1).nextBytes(bytes);
        try (BodyPipe body = BodyPipe.begin("GET /a", out -> {
            Random random = new Random(2);
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, random.nextInt(20_000));
                out.write(bytes, at, count);
                at += count;
                if (random.nextInt(5) == 0) {
                    out.flush();
                }
            }
        })) {
            assertEquals(-1, body.length());
            assertArrayEquals(bytes, body.readAllBytes());
        }
    }

    /** A compressor around it flushes when nothing is. */
    @Test
    void whatCanBeReadWithoutWaitingIsAvailable() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        BodyPipe pipe = BodyPipe.begin("GET /a", out -> {
            out.write(new byte[100]);
            out.flush();
            over.await();
        });
        try (pipe) {
            assertEquals(100, pipe.available());
            assertEquals(60, pipe.readNBytes(60).length);
            assertEquals(40, pipe.available());
            assertEquals(40, pipe.readNBytes(40).length);
            assertEquals(0, pipe.available());
        } finally {
            over.countDown();
        }
    }

    @Test
    void aWriterWaitsForItsReader() throws Exception {
        AtomicInteger written = new AtomicInteger();
        try (BodyPipe body = BodyPipe.begin("GET /a", out -> {
            byte[] piece = new byte[1024];
            for (int i = 0; i < 1024; i++) {
                out.write(piece);
                written.incrementAndGet();
            }
        })) {
            Eventually.that("the pipe is full", () -> written.get() >= 64);
            assertTrue(written.get() <= 80, written + " KiB were written to nobody");
            assertEquals(1 << 20, body.readAllBytes().length);
        }
    }

    /** It is not silence, though the pipe passes nothing on before there is a piece. */
    @Test
    void aWriterThatWritesALittleAtATimeIsNotSilent() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean enough = new AtomicBoolean();
        BodyPipe body = BodyPipe.begin("GET /a", out -> {
            out.flush();
            begun.await();
            while (!enough.get()) {
                out.write('x');
                Thread.sleep(1);
            }
        });
        Upstream.Answer answer =
                BodyPipe.within(new Upstream.Answer(200, Headers.empty(), -1, body, () -> {}), Duration.ofMillis(200));
        begun.countDown();
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> {
            try {
                return answer.body().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        // Three times as long as silence may be.
        assertThrows(TimeoutException.class, () -> read.get(600, TimeUnit.MILLISECONDS));
        enough.set(true);
        assertTrue(read.get().length > 0);
        answer.close();
    }

    @Test
    void whoWritesNothingIsSilent() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        BodyPipe body = BodyPipe.begin("GET /a", out -> {
            out.write('x');
            out.flush();
            over.await();
        });
        try (Upstream.Answer answer =
                BodyPipe.within(new Upstream.Answer(200, Headers.empty(), -1, body, () -> {}), Duration.ofMillis(50))) {
            assertEquals('x', answer.body().read());
            assertThrows(SocketTimeoutException.class, () -> answer.body().read());
        }
        over.countDown();
    }

    @Test
    void aWriterHearsThatNobodyReadsAnyMore() throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        BodyPipe body = BodyPipe.begin("GET /a", out -> {
            try {
                while (true) {
                    out.write(new byte[1024]);
                }
            } catch (IOException e) {
                failure.complete(e);
                throw e;
            }
        });
        body.close();
        assertInstanceOf(IOException.class, failure.get());
    }

    @Test
    void whatFailsEarlyIsToldAtOnceAndWhatFailsLateToTheReader() throws Exception {
        assertThrows(
                IllegalStateException.class,
                () -> BodyPipe.begin("GET /a", out -> {
                    out.write(new byte[100]);
                    throw new IllegalStateException("early");
                }));
        CountDownLatch gate = new CountDownLatch(1);
        try (BodyPipe body = BodyPipe.begin("GET /a", out -> {
            out.flush();
            gate.await();
            throw new IllegalStateException("late");
        })) {
            gate.countDown();
            assertThrows(IOException.class, body::readAllBytes);
        }
    }
}
