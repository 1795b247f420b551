package io.gosling.gos.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskReaderThreadsTest {
    @TempDir
    private Path folder;

    @Test
    void aReadThatHangsIsWaitedForSoLongAndWhatItBringsThenIsGivenBack() throws Exception {
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofMillis(20), 1 << 20)) {
            CountDownLatch answers = new CountDownLatch(1);
            CompletableFuture<@Nullable String> late = new CompletableFuture<>();
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
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofSeconds(30), 1 << 20)) {
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
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofMillis(20), 0)) {
            int taken = readers.reserve(RecordInputStream.AHEAD - 1);
            SlowDiskException busy = assertThrows(SlowDiskException.class, () -> readers.reserve(10_000));
            assertFalse(busy.isHanging(), "too much at a time is no fault of the disk");
            readers.giveBack(taken);
            assertEquals(10_000, readers.reserve(10_000));
        }
    }

    /** Readers with room wait for the disk; others go to the origin at once. */
    @Test
    void ofManyWhoAskADiskThatHangsOnlySoManyWait() throws Exception {
        int size = 200 << 10;
        try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofHours(1), 1 << 20)) {
            CountDownLatch answers = new CountDownLatch(1);
            AtomicInteger waiting = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            for (int i = 0; i < 100; i++) {
                Thread.startVirtualThread(() -> {
                    try {
                        readers.reserve(size);
                        waiting.incrementAndGet();
                        readers.call(() -> answers.await(1, TimeUnit.HOURS), late -> {});
                    } catch (IOException e) {
                        refused.incrementAndGet();
                    }
                });
            }
            int room = ((1 << 20) + RecordInputStream.AHEAD) / size;
            Eventually.that("the others were refused", () -> refused.get() == 100 - room);
            assertEquals(room, waiting.get());
            assertFalse(assertThrows(SlowDiskException.class, () -> readers.reserve(size))
                    .isHanging());
            answers.countDown();
        }
    }

    /** All threads wait. */
    private static void hang(DiskReaderThreads readers, CountDownLatch answers) {
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < DiskReaderThreads.THREADS; i++) {
            Thread.startVirtualThread(() -> {
                try {
                    readers.call(
                            () -> {
                                begun.incrementAndGet();
                                return answers.await(1, TimeUnit.HOURS);
                            },
                            late -> {});
                } catch (IOException e) {
                    // Nor does this one wait for it.
                }
            });
        }
        Eventually.that("all threads wait", () -> begun.get() == DiskReaderThreads.THREADS);
    }

    /**
     * A read that is given up has the file until it ends, whichever way: who closes the response does not wait for
     * that.
     */
    @Test
    void aReadThatIsGivenUpClosesItsFileItself() throws Exception {
        DiskRecord record = DiskStage.record("/a", 1, 2 * RecordInputStream.AHEAD, 1);
        byte[] front = Objects.requireNonNull(RecordCodec.front(record));
        DiskSegment segment = DiskSegment.create(folder, 1, AppendOnlyFile::open);
        segment.append(front, record.body());
        segment.seal();
        Path file = folder.resolve("segment-0000000000000001.gosling");
        DiskIndex.Entry place = new DiskIndex.Entry(1, 1, 1, segment, 0, 2 * RecordInputStream.AHEAD, 0);
        for (boolean failing : new boolean[] {false, true}) {
            FileChannel channel = FileChannel.open(file);
            try (DiskReaderThreads readers = new DiskReaderThreads(Duration.ofMillis(100), 1 << 20)) {
                RecordCodec.Label label = Objects.requireNonNull(RecordCodec.label(front));
                RecordInputStream reading = new RecordInputStream(channel, place, label, front, readers, () -> {});
                assertEquals(RecordInputStream.AHEAD, reading.readNBytes(RecordInputStream.AHEAD).length);
                CountDownLatch answers = new CountDownLatch(1);
                hang(readers, answers);
                assertTrue(assertThrows(SlowDiskException.class, reading::read).isHanging());
                assertThrows(IOException.class, reading::read, "not once more from the same place");
                reading.close();
                assertTrue(channel.isOpen(), "a read is still to come");
                if (failing) {
                    Files.write(file, new byte[0]);
                }
                answers.countDown();
                Eventually.that("it is closed", () -> !channel.isOpen());
            }
        }
    }
}
