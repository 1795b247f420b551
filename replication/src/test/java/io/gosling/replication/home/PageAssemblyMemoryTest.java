package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Body;
import io.gosling.document.EntityTagGenerator;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bound on pages in memory. */
class PageAssemblyMemoryTest {
    @TempDir
    private Path folder;

    private final PageAssemblyMemory memory = new PageAssemblyMemory(100);

    private @Nullable ByteBuf read(String name, int length, int announced) throws IOException {
        return read(name.repeat(announced), name.repeat(length));
    }

    private @Nullable ByteBuf read(String announced, String written) throws IOException {
        Path file = Files.writeString(folder.resolve("page"), written);
        String etag = EntityTagGenerator.ofContent(ByteBuffer.wrap(announced.getBytes(StandardCharsets.UTF_8)));
        try (FileChannel channel = FileChannel.open(file)) {
            return memory.read(etag, new Body.InFile(channel, announced.length()));
        }
    }

    private ByteBuf good(String name, int length) throws IOException {
        ByteBuf bytes = read(name, length, length);
        assertNotNull(bytes);
        assertEquals(name.repeat(length), bytes.toString(StandardCharsets.UTF_8));
        return bytes;
    }

    @Test
    void oneReadIsForAllWhoSendThePage() throws IOException {
        ByteBuf one = good("a", 60);
        ByteBuf other = good("a", 60);
        assertEquals(60, memory.bytes());
        one.release();
        other.release();
        good("a", 60).release();
        assertEquals(60, memory.bytes());
        memory.close();
        assertEquals(0, memory.bytes());
    }

    /** For a second one there would be no room. */
    @Test
    void whoeverComesWhileAPageIsReadWaitsForIt() throws Exception {
        int length = 60;
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 100; round++) {
                String text = ("round " + round + " ").repeat(length).substring(0, length);
                Path file = Files.writeString(folder.resolve("page"), text);
                String etag = EntityTagGenerator.ofContent(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                CyclicBarrier together = new CyclicBarrier(8);
                Callable<ByteBuf> reader = () -> {
                    together.await();
                    try (FileChannel channel = FileChannel.open(file)) {
                        return Objects.requireNonNull(memory.read(etag, new Body.InFile(channel, length)));
                    }
                };
                for (Future<ByteBuf> read : readers.invokeAll(Collections.nCopies(8, reader))) {
                    ByteBuf bytes = read.get();
                    assertEquals(text, bytes.toString(StandardCharsets.UTF_8));
                    bytes.release();
                }
                assertEquals(length, memory.bytes());
            }
        }
        memory.close();
        assertEquals(0, memory.bytes());
    }

    @Test
    void pagesWithOneTagOfSizeAndTimeAreNotTakenForEachOther() throws IOException {
        for (String text : List.of("one page", "another!", "one page")) {
            Path file = Files.writeString(folder.resolve("page"), text);
            try (FileChannel channel = FileChannel.open(file)) {
                ByteBuf bytes = memory.read("\"8.1\"", new Body.InFile(channel, text.length()));
                assertNotNull(bytes);
                assertEquals(text, bytes.toString(StandardCharsets.UTF_8));
                bytes.release();
            }
        }
        assertEquals(0, memory.bytes());
    }

    @Test
    void whatNobodySendsGivesWayAndWhatIsBeingSentDoesNot() throws IOException {
        good("a", 60).release();
        ByteBuf sent = good("b", 60);
        assertEquals(60, memory.bytes());
        assertNull(read("c", 60, 60));
        assertEquals(60, memory.bytes());
        assertEquals("b".repeat(60), sent.toString(StandardCharsets.UTF_8));
        sent.release();
        good("c", 60).release();
        assertNull(read("d", 101, 101));
        memory.close();
        assertEquals(0, memory.bytes());
    }

    @Test
    void aPageThatBecameShorterLeavesNothingBehind() {
        assertThrows(EOFException.class, () -> read("a", 10, 20));
        assertEquals(0, memory.bytes());
    }

    /** It would be sent to all who come while the file's own bytes are there again. */
    @Test
    void aPageThatWasWrittenOverWhileItWasReadIsNotKept() throws IOException {
        assertThrows(IOException.class, () -> read("old links", "new links"));
        assertEquals(0, memory.bytes());
        ByteBuf again = read("old links", "old links");
        assertNotNull(again);
        assertEquals("old links", again.toString(StandardCharsets.UTF_8));
        again.release();
    }
}
