package io.gosling.accesslog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.testing.Eventually;
import io.gosling.testing.Site;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessLogTest {
    private static final LineFormat TARGETS = LineFormat.parse("{target}");

    private final Site site = Site.empty();
    private final Path file = site.directory().resolve("access.log");
    private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
    private volatile Instant now = Instant.parse("2026-11-21T20:15:01Z");
    private final InstantSource wall = () -> now;

    @AfterEach
    void end() {
        loop.shutdownNow();
        site.close();
    }

    private static AccessLogSettings to(String file) {
        return AccessLogSettings.to(file).with(AccessLogSettings.FORMAT, TARGETS);
    }

    private AccessLog open() throws IOException {
        return open(to(file.toString()));
    }

    private AccessLog open(AccessLogSettings settings) throws IOException {
        return AccessLog.open(settings, wall, ZoneOffset.UTC);
    }

    /** On the loop, as ever. */
    private void log(LoopAccessLog end, String target) {
        loop.execute(() -> end.write(end.begin().put(Part.TARGET, target)));
    }

    private void awaitLoop() throws Exception {
        loop.submit(() -> {}).get(30, java.util.concurrent.TimeUnit.SECONDS);
    }

    /** As {@link #log}, and waits for the line. */
    private void written(AccessLog log, LoopAccessLog end, String target) {
        long before = log.written();
        log(end, target);
        Eventually.that("a line is written", () -> log.written() > before);
    }

    @Test
    void linesAreWrittenInOrderAndTheLastOnesWhenItCloses() throws Exception {
        AccessLog log = open();
        LoopAccessLog end = log.on(loop);
        written(log, end, "/1");
        log(end, "/2");
        log(end, "/3");
        loop.shutdown();
        assertTrue(loop.awaitTermination(30, java.util.concurrent.TimeUnit.SECONDS));
        log.close();
        assertEquals(List.of("/1", "/2", "/3"), Files.readAllLines(file));
        assertEquals(3, log.written());
        assertEquals(0, log.dropped());
    }

    @Test
    void aFileThatWasMovedAwayIsOpenedAgain() throws Exception {
        try (AccessLog log = open()) {
            LoopAccessLog end = log.on(loop);
            written(log, end, "/old");
            Path moved = Files.move(file, file.resolveSibling("moved"));
            written(log, end, "/still old");
            log.reopen();
            written(log, end, "/new");
            assertEquals(List.of("/old", "/still old"), Files.readAllLines(moved));
            assertEquals(List.of("/new"), Files.readAllLines(file));
        }
    }

    @Test
    void linesAreTurnedOnOffAndElsewhereWhileRequestsAreAnswered() throws Exception {
        Path other = file.resolveSibling("other.log");
        try (AccessLog log = AccessLog.off(wall, ZoneOffset.UTC)) {
            LoopAccessLog end = log.on(loop);
            assertFalse(end.isOn());
            log(end, "/nowhere");
            awaitLoop();
            log.change(to(file.toString()));
            assertTrue(end.isOn());
            written(log, end, "/1");
            log.change(
                    AccessLogSettings.to(other.toString()).with(AccessLogSettings.FORMAT, LineFormat.parse("{bytes}")));
            written(log, end, "/2");
            assertEquals(List.of("/1"), Files.readAllLines(file));
            assertEquals(List.of("0"), Files.readAllLines(other));
            assertThrows(
                    IOException.class,
                    () -> log.change(AccessLogSettings.to(
                            file.resolveSibling("no/such/file").toString())));
            written(log, end, "/3");
            assertEquals(List.of("0", "0"), Files.readAllLines(other));
            log.change(null);
            assertFalse(end.isOn());
            log(end, "/4");
            awaitLoop();
        }
        assertEquals(List.of("0", "0"), Files.readAllLines(other));
    }

    @Test
    void aFileThatCannotBeOpenedAgainIsContinued() throws Exception {
        try (AccessLog log = open()) {
            LoopAccessLog end = log.on(loop);
            Path moved = Files.move(file, file.resolveSibling("moved"));
            Files.createDirectory(file);
            log.reopen();
            written(log, end, "/1");
            assertEquals(List.of("/1"), Files.readAllLines(moved));
        }
    }

    @Test
    void aFullFileIsPutAsideAndTheOldestGoes() throws Exception {
        try (AccessLog log =
                open(to(file.toString()).with(AccessLogSettings.SIZE, 10L).with(AccessLogSettings.KEEP, 2))) {
            LoopAccessLog end = log.on(loop);
            for (int i = 1; i <= 5; i++) {
                written(log, end, "/" + i + "234567");
            }
        }
        assertEquals("/5234567\n", Files.readString(file));
        assertEquals("/4234567\n", Files.readString(file.resolveSibling("access.log.1")));
        assertEquals("/3234567\n", Files.readString(file.resolveSibling("access.log.2")));
        assertFalse(Files.exists(file.resolveSibling("access.log.3")));
    }

    @Test
    void ofALinkTheFileIsPutAsideToWhichItLeads() throws Exception {
        Path real = Files.createDirectory(file.resolveSibling("logs")).resolve("real.log");
        Files.createSymbolicLink(file, real);
        try (AccessLog log = open(to(file.toString()).with(AccessLogSettings.SIZE, 10L))) {
            LoopAccessLog end = log.on(loop);
            written(log, end, "/1234567");
            written(log, end, "/2234567");
        }
        assertTrue(Files.isSymbolicLink(file));
        assertEquals("/2234567\n", Files.readString(real));
        assertEquals("/1234567\n", Files.readString(real.resolveSibling("real.log.1")));
    }

    @Test
    void whatIsNoRegularFileIsNotPutAside() throws Exception {
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor(), "mkfifo");
        AccessLogSettings small = to(file.toString()).with(AccessLogSettings.SIZE, 10L);
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (AccessLog log = open(small)) {
            LoopAccessLog end = log.on(loop);
            written(log, end, "/1234567");
            written(log, end, "/2234567");
            written(log, end, "/3234567");
        }
        assertEquals("/1234567\n/2234567\n/3234567\n", read.get(30, TimeUnit.SECONDS));
        assertFalse(Files.exists(file.resolveSibling("access.log.1")));
    }

    @Test
    void namesOfStandardOutputAndLinksToThemAreNotOpened() throws Exception {
        Path first = Files.createSymbolicLink(file, Path.of("/dev/stdout"));
        Path second = Files.createSymbolicLink(file.resolveSibling("second"), first.getFileName());
        Path error = Files.createSymbolicLink(file.resolveSibling("error"), Path.of("/proc/self/fd/2"));
        for (Object name : List.of("-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", first, second, error)) {
            LogOutput.Standard standard = LogOutput.Standard.named(name.toString());
            assertNotNull(standard, name.toString());
            boolean ofErrors = name.equals(error) || name.equals("/dev/stderr");
            assertSame(
                    ofErrors ? FileDescriptor.err : FileDescriptor.out,
                    standard.out().getFD(),
                    name.toString());
        }
        Path loop = Files.createSymbolicLink(file.resolveSibling("loop"), Path.of("loop"));
        for (Object name : List.of("/dev/null", "stdout", loop, file.resolveSibling("absent"))) {
            assertNull(LogOutput.Standard.named(name.toString()), name.toString());
        }
    }

    @Test
    void aDayEndsAtMidnightAlsoForAFileThatIsContinued() throws Exception {
        AccessLogSettings daily = to(file.toString())
                .with(AccessLogSettings.TIME, Duration.ofDays(1))
                .with(AccessLogSettings.KEEP, 7);
        Path yesterday = file.resolveSibling("access.log.1");
        try (AccessLog log = open(daily)) {
            LoopAccessLog end = log.on(loop);
            written(log, end, "/1");
            now = now.plus(Duration.ofHours(3));
            written(log, end, "/2");
            assertFalse(Files.exists(yesterday));
            now = now.plus(Duration.ofHours(1));
            written(log, end, "/3");
            assertEquals("/1\n/2\n", Files.readString(yesterday));
            assertEquals("/3\n", Files.readString(file));
        }
        Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(now));
        now = now.plus(Duration.ofDays(1));
        try (AccessLog log = open(daily)) {
            written(log, log.on(loop), "/4");
            assertEquals("/3\n", Files.readString(yesterday));
        }
    }

    @Test
    void whatTheWriterCannotKeepUpWithIsDroppedAndCounted() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        LogOutput disk = new LogOutput() {
            @Override
            public void write(byte[] lines, int length) throws IOException {
                try {
                    stuck.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void reopen() {}

            @Override
            public void close() {}
        };
        AccessLog log = AccessLog.open(to("-"), disk, wall, ZoneOffset.UTC);
        LoopAccessLog end = log.on(loop);
        String target = "/" + "x".repeat(1022);
        int kept = AccessLog.MOST_BATCHES * 64;
        int lines = kept + 1000;
        loop.submit(() -> {
                    for (int i = 0; i < lines; i++) {
                        end.write(end.begin().put(Part.TARGET, target));
                    }
                })
                .get();
        // In each batch 64 lines of 1 KiB.
        assertEquals(1000, log.dropped());
        stuck.countDown();
        Eventually.that("what was kept is written", () -> log.written() == kept);
        written(log, end, "/later");
        log.close();
    }

    @Test
    void aDiskThatRefusesCostsLinesAndIsTriedAgain() throws Exception {
        class Disk implements LogOutput {
            private volatile boolean full = true;

            @Override
            public void write(byte[] lines, int length) throws IOException {
                if (full) {
                    throw new IOException("No space left on device");
                }
            }

            @Override
            public void reopen() {}

            @Override
            public void close() {}
        }
        Disk disk = new Disk();
        try (AccessLog log = AccessLog.open(AccessLogSettings.to("-"), disk, wall, ZoneOffset.UTC)) {
            LoopAccessLog end = log.on(loop);
            log(end, "/1");
            Eventually.that("a line is lost", () -> log.dropped() == 1);
            disk.full = false;
            written(log, end, "/2");
            assertEquals(1, log.dropped());
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsRefusedAtTheStart() {
        AccessLogSettings nowhere = AccessLogSettings.to(site.directory() + "/none/access.log");
        IOException refusal = assertThrows(IOException.class, () -> AccessLog.open(nowhere, wall, ZoneOffset.UTC));
        assertTrue(String.valueOf(refusal.getMessage()).contains("/none/access.log\" cannot be written"));
    }
}
