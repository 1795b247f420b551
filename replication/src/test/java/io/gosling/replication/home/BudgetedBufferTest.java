package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes off the heap, so many at most. */
class BudgetedBufferTest {
    private static final int MOST = 10;

    @TempDir
    private Path folder;

    private final AtomicLong taken = new AtomicLong();

    @AfterEach
    void allIsGivenBack() {
        assertEquals(0, taken.get());
    }

    private BudgetedBuffer buffer(int length) {
        return Objects.requireNonNull(BudgetedBuffer.of(length, taken, MOST));
    }

    @Test
    void whatIsTakenIsTakenUntilTheLastOneLetsGo() {
        BudgetedBuffer buffer = buffer(6);
        ByteBuf sent = buffer.retainedDuplicate();
        buffer.release();
        assertNull(BudgetedBuffer.of(5, taken, MOST));
        buffer(4).release();
        assertEquals(6, taken.get());
        sent.release();
        buffer(10).release();
    }

    @Test
    void aFileFillsItOrEndsBefore() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "0123456789");
        BudgetedBuffer buffer = buffer(4);
        try (FileChannel channel = FileChannel.open(file)) {
            assertFalse(buffer.fill(channel, 7));
            buffer.clear();
            assertTrue(buffer.fill(channel, 6));
            assertEquals("6789", buffer.toString(StandardCharsets.US_ASCII));
        } finally {
            buffer.release();
        }
    }
}
