package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DiskReadersTest {
    @Test
    void aReadThatHangsIsWaitedForSoLongAndWhatItBringsThenIsGivenBack() throws Exception {
        try (DiskReaders readers = new DiskReaders(Duration.ofMillis(20), 1 << 20)) {
            CountDownLatch answers = new CountDownLatch(1);
            CompletableFuture<String> late = new CompletableFuture<>();
            SlowDiskException slow = assertThrows(
                    SlowDiskException.class,
                    () -> readers.call(
                            () -> {
                                answers.await();
                                return "bytes";
                            },
                            late::complete));
            assertTrue(slow.isHanging());
            answers.countDown();
            assertEquals("bytes", late.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void whatFailsFailsForWhoHasAsked() throws Exception {
        try (DiskReaders readers = new DiskReaders(Duration.ofSeconds(30), 1 << 20)) {
            assertEquals(5, readers.call(() -> 5, late -> {}));
            IOException why = new IOException("gone");
            assertEquals(
                    why,
                    assertThrows(
                            IOException.class,
                            () -> readers.call(
                                    () -> {
                                        throw why;
                                    },
                                    late -> {})));
            assertThrows(
                    IOException.class,
                    () -> readers.call(
                            () -> {
                                throw new IllegalStateException("a fault");
                            },
                            late -> {}));
        }
    }

    @Test
    void whatIsReadAheadIsBounded() throws Exception {
        try (DiskReaders readers = new DiskReaders(Duration.ofMillis(20), 0)) {
            int taken = readers.reserve(DiskReading.AHEAD - 1);
            SlowDiskException busy = assertThrows(SlowDiskException.class, () -> readers.reserve(10_000));
            assertFalse(busy.isHanging(), "too much at a time is no fault of the disk");
            readers.giveBack(taken);
            assertEquals(10_000, readers.reserve(10_000));
        }
    }
}
